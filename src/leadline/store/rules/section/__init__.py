"""Sections: the questions that rules ask, the rows they receive, the changes they decide on."""
