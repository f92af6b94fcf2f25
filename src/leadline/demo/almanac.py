"""The facts of the demo site: the Harrow Isles, which no real chart has."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Harbour:
    """A place to anchor."""

    slug: str
    name: str
    depth_m: float
    bottom: str
    shelter: str
    light: str
    """The slug of the light that leads in."""
    note: str


@dataclass(frozen=True, slots=True)
class Light:
    """A lighthouse, and its signal by night."""

    slug: str
    name: str
    height_m: int
    range_nm: int
    character: str
    built: int
    note: str


@dataclass(frozen=True, slots=True)
class Knot:
    """A knot, its use, and how to tie it."""

    slug: str
    name: str
    use: str
    steps: tuple[str, ...]


HARBOURS = (
    Harbour("abbey-quay", "Abbey Quay", 4.2, "mud", "west", "abbey-spire",
            "The monks sounded the channel every spring and carved each depth into the quay wall."),
    Harbour("barrow-haven", "Barrow Haven", 6.8, "sand", "north", "barrow-head",
            "Fishing boats lie three abreast in the herring weeks; a space is found for guests."),
    Harbour("cold-anchor", "Cold Anchor", 11.5, "rock", "none", "cold-stack",
            "Deep to the very cliff and open to the south: a place to wait, not to sleep."),
    Harbour("dunlin-creek", "Dunlin Creek", 1.9, "mud", "all", "saltmarsh",
            "Dries at low water. The birds have it for six hours and the boats for the other six."),
    Harbour("ember-sound", "Ember Sound", 9.4, "gravel", "east", "ember-point",
            "Named for the red weed that glows under the keel at sunset."),
    Harbour("fiddlers-reach", "Fiddler's Reach", 5.1, "sand", "south", "long-wharf",
            "On a still evening the tavern's music carries to the outermost moorings."),
    Harbour("gannet-hole", "Gannet Hole", 7.7, "rock", "west", "gannet-rock",
            "A pool behind the reef, found by keeping the chapel over the white cottage."),
    Harbour("harrow-town", "Harrow Town", 8.0, "mud", "all", "town-mole",
            "The capital, with a chandler, a bakery and the office where this almanac is printed."),
    Harbour("iron-bight", "Iron Bight", 12.6, "clay", "north", "iron-jetty",
            "Compasses wander here; the ore in the hill pulls a needle eight degrees."),
    Harbour("jackdaw-cove", "Jackdaw Cove", 3.3, "sand", "east", "town-mole",
            "Small, pretty and noisy from the first light of the morning."),
    Harbour("kelp-landing", "Kelp Landing", 2.7, "weed", "south", "kelp-beacon",
            "An anchor holds poorly in the weed. Use the rings in the rock."),
    Harbour("lantern-bay", "Lantern Bay", 6.0, "shell", "west", "lantern-hill",
            "Every boat hangs out a lamp on midsummer night and the bay becomes a second sky."),
)  # fmt: skip

LIGHTS = (
    Light("abbey-spire", "Abbey Spire", 31, 12, "Fl W 5s", 1742,
          "The oldest light: a brazier on a church tower, later an oil lamp, now a lens."),
    Light("barrow-head", "Barrow Head", 44, 18, "Fl(2) W 10s", 1811,
          "Two flashes, a breath, two flashes: the rhythm local children skip rope to."),
    Light("cold-stack", "Cold Stack", 52, 21, "Iso W 8s", 1869,
          "Built on a sea stack by masons who were lowered from the top in baskets."),
    Light("saltmarsh", "Saltmarsh", 9, 6, "Q G", 1903,
          "A green lamp on a wooden tripod, moved whenever the creek moves."),
    Light("ember-point", "Ember Point", 27, 14, "Oc R 6s", 1855,
          "Red, so that nobody takes it for Barrow Head in the rain."),
    Light("long-wharf", "Long Wharf", 12, 8, "F G", 1888,
          "The fixed green light at the end of the longest wooden wharf of the isles."),
    Light("gannet-rock", "Gannet Rock", 38, 19, "Fl(3) W 15s", 1832,
          "Three weeks on, three weeks off, and forty thousand birds for company."),
    Light("town-mole", "Town Mole", 16, 10, "Fl G 3s", 1796,
          "Leads into Harrow Town; its keeper also rang the market bell."),
    Light("iron-jetty", "Iron Jetty", 14, 9, "Fl R 3s", 1877,
          "Held together by bolts made from the ore it was built to ship."),
    Light("kelp-beacon", "Kelp Beacon", 7, 5, "Q R", 1912,
          "The smallest light in this book and the one most often repaired."),
    Light("lantern-hill", "Lantern Hill", 61, 24, "Fl W 10s", 1848,
          "The highest light: seen from every other one, which is how they set their clocks."),
    Light("outer-ledge", "Outer Ledge", 35, 20, "LFl W 12s", 1894,
          "Long flashes over a ledge that has no harbour, only a bell and a warning."),
)  # fmt: skip

KNOTS = (
    Knot("bowline", "Bowline", "a loop that neither slips nor jams",
         ("Make a small loop in the standing part.", "Bring the end up through the loop.",
          "Pass it behind the standing part.", "Take it down through the loop and draw tight.")),
    Knot("cleat-hitch", "Cleat hitch", "making a boat fast to a cleat",
         ("Take a full turn round the base.", "Cross over the top to the far horn.",
          "Cross back, turn an underhand loop and drop it over the horn.")),
    Knot("clove-hitch", "Clove hitch", "hanging fenders from a rail",
         ("Pass the end round the rail.", "Cross over and pass round again.",
          "Tuck the end under the last turn.")),
    Knot("figure-eight", "Figure eight", "a stopper at the end of a sheet",
         ("Make a loop.", "Take the end round the standing part.", "Pass it through the loop.")),
    Knot("reef-knot", "Reef knot", "tying in a reef, and nothing heavier",
         ("Left over right and under.", "Right over left and under.", "Draw up evenly.")),
    Knot("rolling-hitch", "Rolling hitch", "taking the strain off another rope",
         ("Take two turns towards the load.", "Cross over them.", "Finish with a half hitch.")),
    Knot("round-turn", "Round turn and two half hitches", "mooring to a ring",
         ("Pass the end twice through the ring.", "Make a half hitch.", "Make another.")),
    Knot("sheet-bend", "Sheet bend", "joining a thin rope to a thick one",
         ("Fold the thick rope into a bight.", "Bring the thin one up through it.",
          "Pass it round both parts and under itself.")),
    Knot("stopper-knot", "Stopper knot", "keeping a line from running out",
         ("Wrap the end twice round.", "Pass it through both turns.", "Work it tight.")),
    Knot("lead-line-marks", "Marks of the lead line", "reading a depth by hand in the dark",
         ("At two fathoms, two strips of leather.", "At three, three strips of leather.",
          "At five, white cotton.", "At seven, red wool.", "At ten, leather with a hole.")),
)  # fmt: skip

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip

WINDS = ("calm", "light from the west", "fresh from the south-west", "strong from the north",
         "steady from the east", "a gale from the north-west")  # fmt: skip

SIGHTINGS = (
    "a pod of eleven porpoises kept us company to the bar",
    "the herring fleet passed with all its lamps lit",
    "a single gannet fell like a stone and rose with a fish",
    "the fog came in so thick that we steered by the bell alone",
    "the sea glowed green wherever an oar touched it",
    "we passed a barrel, unmarked and empty, drifting for the outer ledge",
    "the moon rose red behind the Iron Bight and set the needle dancing",
)
LOG_ENTRIES = 36
