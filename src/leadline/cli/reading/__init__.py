"""Commands that read what crawls have found."""
