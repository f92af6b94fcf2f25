"""The demo site: a small, friendly web to crawl without leaving this machine."""
