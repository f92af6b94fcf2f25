"""The rules of a store, written once for every backend.

`sections.py` says how a rule reads and changes a store; read it first. A backend answers the
questions of `sections.py` and applies `changes.py`. Every number and every decision is here.
"""
