"""Results to tables: one question a module."""
