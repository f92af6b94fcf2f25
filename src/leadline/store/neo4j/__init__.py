"""A store on Neo4j, for many machines: the graph of pages and leads is what people may query."""
