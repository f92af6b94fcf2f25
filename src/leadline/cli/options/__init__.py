"""Options of commands: types, values and help texts."""
