"""The commands: one file each, named like the command; each calls the API and puts its answer into words."""
