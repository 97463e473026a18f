"""The web page: the assistant, play and review in a browser; see docs/web.md."""
