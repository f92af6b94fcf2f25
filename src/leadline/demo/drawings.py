"""Small pictures, drawn in SVG from a number."""

WIDTH = 480
HEIGHT = 160
CREST = 24


def seascape(seed: int) -> bytes:
    """Return hills, a sun and the sea: a different picture for every number."""
    sun_x = 60 + seed * 67 % (WIDTH - 120)
    hue = seed * 41 % 360
    hills = " ".join(f"{x},{_hill(seed, x)}" for x in range(0, WIDTH + 1, 40))
    waves = "".join(_wave(100 + row * 18, seed + row) for row in range(3))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="hsl({hue} 45% 82%)"/>'
        f'<circle cx="{sun_x}" cy="46" r="22" fill="hsl(42 90% 62%)"/>'
        f'<polygon points="0,{HEIGHT} {hills} {WIDTH},{HEIGHT}" fill="hsl({hue} 25% 45%)"/>'
        f"{waves}</svg>"
    ).encode()


def _hill(seed: int, x: int) -> int:
    return 60 + (seed * 31 + x * 7) % 53


def _wave(y: int, seed: int) -> str:
    start = -(seed * 13 % CREST)
    crests = f"q {CREST // 2} -10 {CREST} 0 " * (WIDTH // CREST + 2)
    return (
        f'<path d="M {start} {y} {crests}V {HEIGHT} H 0 Z" '
        f'fill="hsl(208 55% {62 - seed % 3 * 8}%)" opacity=".75"/>'
    )
