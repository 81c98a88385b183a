"""Tables to one page: figures, templates, wording."""
