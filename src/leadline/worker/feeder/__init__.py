"""A feeder: claims pages, works on them, reports what became of them."""
