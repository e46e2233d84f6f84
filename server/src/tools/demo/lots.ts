// The demo's lots and what its five bidders do on them, in order. Data only. The rules must accept every action. It is
// long because it has the texts of all lots.
import type { Category, Condition } from "@jara/shared/auction";
import type { Currency } from "@jara/shared/money";

type Seller = "admin" | "amaka" | "sani" | "tunde";
type Bidder = "ada" | "bola" | "chidi" | "dayo" | "emeka";

/** Amounts in major units of the lot's currency. Buying pauses the auction for an hour, so it comes last. */
export type DemoAction = { do: "bid" | "max"; who: Bidder; amount: number } | { do: "buy"; who: Bidder };

export interface DemoLot {
  slug: string;
  seller: Seller;
  title: string;
  description: string;
  categories: Category[];
  condition: Condition;
  location: string;
  currency: Currency;
  startingPrice: number;
  bidIncrement: number;
  reservePrice?: number;
  buyItNowPrice?: number;
  /** File names in server/demo/pictures, the main one first. Each has a `-400` sibling. */
  pictures: string[];
  /** Absent: the auction starts at once, or with its sale (sale.ts), which also sets its end. */
  startsInMinutes?: number;
  endsInMinutes: number;
  actions: DemoAction[];
  /** The administrator's action on the lot after the bidders' actions. Absent: it stays active. */
  finally?: "paused" | "ended" | "cancelled" | "draft";
}

const hours = (n: number): number => n * 60;
const days = (n: number): number => n * 24 * 60;

/** In the order in which a shopper should see them. */
export const demoLots: readonly DemoLot[] = [
  {
    slug: "toyota-corolla",
    seller: "tunde",
    title: "Toyota Corolla LE 2014, automatic, first body, 118,400 km",
    description:
      "Used in Lagos by one owner since 2019. Engine and gearbox are sound, the AC is cold, and all four tyres are from " +
      "last year. The paint is original except the rear bumper, which was resprayed after a light touch at Ojuelegba. " +
      "The driver's seat is worn at the edge and the reverse camera no longer works. Customs papers, proof of ownership " +
      "and current vehicle licence are complete. Bring your own mechanic; you may inspect it any weekday.",
    categories: ["automobiles"],
    condition: "good",
    location: "Surulere, Lagos",
    currency: "NGN",
    startingPrice: 8_500_000,
    bidIncrement: 100_000,
    reservePrice: 10_500_000,
    buyItNowPrice: 13_500_000,
    pictures: ["toyota-corolla-1.webp", "toyota-corolla-2.webp", "toyota-corolla-3.webp"],
    endsInMinutes: days(2) + hours(4),
    actions: [
      { do: "bid", who: "ada", amount: 8_600_000 },
      { do: "bid", who: "dayo", amount: 8_800_000 },
      { do: "max", who: "chidi", amount: 10_000_000 },
      { do: "bid", who: "ada", amount: 9_400_000 },
      { do: "max", who: "emeka", amount: 11_200_000 },
      { do: "bid", who: "bola", amount: 10_700_000 },
    ],
  },
  {
    slug: "ankara-cloth",
    seller: "tunde",
    title: "Four Ankara wax prints, 6 yards each, never cut",
    description:
      "Four full 6-yard pieces of cotton wax print: indigo rosettes, green leaf on ochre, terracotta zigzag and green " +
      "shells. Bought for an aso-ebi order that was cancelled, kept folded in a dry cupboard. The colours are fast: I " +
      "washed a sample of each. One piece, the zigzag, has a faint fold line that a hot iron should take out. Sold as " +
      "one lot, not singly.",
    categories: ["clothing"],
    condition: "new",
    location: "Balogun Market, Lagos Island",
    currency: "NGN",
    startingPrice: 28_000,
    bidIncrement: 1_000,
    pictures: ["ankara-cloth-1.webp", "ankara-cloth-2.webp"],
    endsInMinutes: 6,
    actions: [
      { do: "bid", who: "bola", amount: 29_000 },
      { do: "bid", who: "ada", amount: 31_000 },
      { do: "bid", who: "bola", amount: 32_000 },
      { do: "bid", who: "chidi", amount: 35_000 },
      { do: "bid", who: "ada", amount: 36_500 },
    ],
  },
  {
    slug: "iphone-13",
    seller: "tunde",
    title: "iPhone 13, 128 GB, green, factory unlocked, battery 87%",
    description:
      "UK used, bought in 2024, works with every network here. Face ID, both cameras, speakers and charging all tested. " +
      "Battery health reads 87%. The glass has no crack; there are two hairline scratches beside the camera, visible in " +
      "the second picture, and small marks on the frame from a case. Comes with a cable and the receipt from the shop, " +
      "but no box and no charger head. Signed out of every account and reset before handing over.",
    categories: ["electronics"],
    condition: "excellent",
    location: "Computer Village, Ikeja, Lagos",
    currency: "NGN",
    startingPrice: 380_000,
    bidIncrement: 10_000,
    buyItNowPrice: 640_000,
    pictures: ["iphone-13-1.webp", "iphone-13-2.webp"],
    endsInMinutes: hours(3) + 10,
    actions: [
      { do: "bid", who: "emeka", amount: 390_000 },
      { do: "bid", who: "dayo", amount: 410_000 },
      { do: "bid", who: "ada", amount: 425_000 },
      { do: "bid", who: "dayo", amount: 440_000 },
    ],
  },
  {
    slug: "petrol-generator",
    seller: "sani",
    title: "Petrol generator, 3.5 kVA, key start, two sockets",
    description:
      "Three years old, served a barbing salon until we moved to a place on Band A. Starts on the key or the rope at " +
      "first or second pull and carries a 1 HP air conditioner with lights. Oil changed in January, new spark plug. The " +
      "tank has faded paint, one rubber foot is missing, and the fuel gauge sticks at half. The starter battery is weak " +
      "and will want replacing soon. You may run it under load before you pay.",
    categories: ["tools", "electronics"],
    condition: "good",
    location: "Wuse 2, Abuja",
    currency: "NGN",
    startingPrice: 210_000,
    bidIncrement: 5_000,
    reservePrice: 250_000,
    pictures: ["petrol-generator-1.webp", "petrol-generator-2.webp"],
    endsInMinutes: 3,
    actions: [
      { do: "bid", who: "dayo", amount: 215_000 },
      { do: "max", who: "bola", amount: 240_000 },
      { do: "bid", who: "dayo", amount: 230_000 },
      { do: "max", who: "ada", amount: 275_000 },
      { do: "bid", who: "chidi", amount: 260_000 },
    ],
  },
  {
    slug: "talking-drum",
    seller: "tunde",
    title: "Gangan talking drum with curved stick and shoulder strap",
    description:
      "Made by a drum carver in Iseyin from a single block of omo wood, with goatskin heads and leather cords. Played " +
      "in church for about two years. Both heads are tight and the pitch bends easily under the arm. The lower head has " +
      "a dark patch from handling, and one of the small brass bells on the rim is a replacement. Comes with the curved " +
      "stick and the green strap. It can be packed for travel as hand luggage.",
    categories: ["collectibles", "toys"],
    condition: "excellent",
    location: "Iseyin, Oyo",
    currency: "USD",
    startingPrice: 60,
    bidIncrement: 5,
    pictures: ["talking-drum-1.webp", "talking-drum-2.webp"],
    endsInMinutes: 12,
    actions: [
      { do: "bid", who: "chidi", amount: 65 },
      { do: "bid", who: "emeka", amount: 75 },
      { do: "bid", who: "chidi", amount: 80 },
    ],
  },
  {
    slug: "sofa-set",
    seller: "sani",
    title: "L-shaped sofa in indigo fabric with three throw cushions",
    description:
      "Seats six. Hardwood frame, firm high-density foam, made to order by a workshop in Lugbe in 2022. The cushion " +
      "covers come off for washing. It measures 285 by 190 cm and comes apart into two pieces, so it goes through an " +
      "ordinary door. There is slight fading on the left arm, which stood by a window, and one back zip is stiff. No " +
      "smoking, no pets. The rug in the picture is not included. Pickup from the second floor, no lift.",
    categories: ["furniture"],
    condition: "good",
    location: "Gwarinpa, Abuja",
    currency: "NGN",
    startingPrice: 420_000,
    bidIncrement: 15_000,
    reservePrice: 600_000,
    pictures: ["sofa-set-1.webp", "sofa-set-2.webp"],
    endsInMinutes: days(1) + hours(3),
    actions: [
      { do: "bid", who: "ada", amount: 435_000 },
      { do: "bid", who: "emeka", amount: 465_000 },
      { do: "bid", who: "bola", amount: 500_000 },
    ],
  },
  {
    slug: "bronze-head",
    seller: "admin",
    title: "Benin-style bronze head, lost-wax casting, Igun Street, 38 cm",
    description:
      "A modern work, cast in 2016 by a guild caster on Igun Street, and sold with his signed note. It is not an " +
      "antiquity and carries no export restriction, but I can help with the museum's clearance letter if you travel " +
      "with it. Height 38 cm, weight 7.4 kg, on an iroko base. The green patina in the hollows is natural. There is a " +
      "small casting flaw behind the left ear, and the base has a hairline crack that does not affect how it stands.",
    categories: ["collectibles"],
    condition: "excellent",
    location: "Igun Street, Benin City, Edo",
    currency: "USD",
    startingPrice: 350,
    bidIncrement: 25,
    reservePrice: 900,
    pictures: ["bronze-head-1.webp", "bronze-head-2.webp"],
    endsInMinutes: days(4) + hours(6),
    actions: [
      { do: "bid", who: "bola", amount: 375 },
      { do: "max", who: "emeka", amount: 600 },
      { do: "bid", who: "dayo", amount: 450 },
      { do: "max", who: "ada", amount: 700 },
    ],
  },
  {
    slug: "motorcycle",
    seller: "amaka",
    title: "100 cc motorcycle, 2022, 31,000 km, new rear tyre",
    description:
      "Used for deliveries around Trans-Ekulu, one rider. The engine is dry and quiet, and it does about 45 km on a " +
      "litre. The rear tyre, chain and sprocket were changed in February. The front brake needs new shoes and the left " +
      "mirror has been replaced with a cheaper one. There are scratches on the exhaust and the seat cover has a small " +
      "tear under the rack. Particulars are complete and in my name. A helmet goes with it.",
    categories: ["automobiles"],
    condition: "good",
    location: "Trans-Ekulu, Enugu",
    currency: "NGN",
    startingPrice: 780_000,
    bidIncrement: 20_000,
    reservePrice: 900_000,
    pictures: ["motorcycle-1.webp", "motorcycle-2.webp"],
    endsInMinutes: hours(5),
    actions: [
      { do: "max", who: "chidi", amount: 880_000 },
      { do: "bid", who: "bola", amount: 820_000 },
      { do: "max", who: "dayo", amount: 960_000 },
    ],
    finally: "paused",
  },
  {
    slug: "laptop",
    seller: "tunde",
    title: "14-inch business laptop, Core i5, 16 GB RAM, 512 GB SSD",
    description:
      "An office machine from 2021, cleaned and reinstalled with a licensed Windows 11. The keyboard is complete and " +
      "backlit, the screen has no dead pixels, and the battery lasts about four hours of ordinary work. The lid carries " +
      "the outline of an old sticker and the corner nearest the charger is scuffed. The left USB port is loose; the " +
      "other two are firm. Comes with its original charger. Seven days to return it if it is not as described.",
    categories: ["electronics"],
    condition: "good",
    location: "Yaba, Lagos",
    currency: "USD",
    startingPrice: 220,
    bidIncrement: 10,
    buyItNowPrice: 420,
    pictures: ["laptop-1.webp", "laptop-2.webp"],
    endsInMinutes: hours(20),
    actions: [
      { do: "max", who: "dayo", amount: 290 },
      { do: "bid", who: "ada", amount: 250 },
      { do: "bid", who: "chidi", amount: 280 },
      { do: "bid", who: "ada", amount: 310 },
    ],
  },
  {
    slug: "sewing-machine",
    seller: "amaka",
    title: "Treadle sewing machine with iron stand and wooden table",
    description:
      "My mother's machine, in use at her shop since the 1990s. Straight stitch, strong enough for aso-oke and canvas, " +
      "and needs no light. Oiled and tested on the amber cloth you see in the picture. The leather belt is new. The " +
      "gilding on the arm is worn, the face plate has a spot of rust at the lower corner, and the drawer wants a new " +
      "runner. Four bobbins and a box of needles are included. It weighs about 40 kg, so come with a helper.",
    categories: ["tools", "collectibles"],
    condition: "fair",
    location: "Aba, Abia",
    currency: "NGN",
    startingPrice: 85_000,
    bidIncrement: 2_500,
    pictures: ["sewing-machine-1.webp", "sewing-machine-2.webp"],
    endsInMinutes: 27,
    actions: [
      { do: "bid", who: "ada", amount: 87_500 },
      { do: "bid", who: "emeka", amount: 95_000 },
      { do: "bid", who: "ada", amount: 97_500 },
    ],
  },
  {
    slug: "agbada",
    seller: "tunde",
    title: "Three-piece agbada in indigo with gold hand embroidery and cap",
    description:
      "Worn once, to my brother's wedding. Agbada, buba and sokoto with a matching fila, in heavy cotton brocade with " +
      "hand embroidery at the neck and chest that took the tailor in Oje three weeks. Cut for a man of about 1.80 m; " +
      "chest 112 cm, trouser waist 96 cm with room to let out. Dry-cleaned since. One gold thread is pulled on the " +
      "right sleeve, at the hem, where nobody will see it unless you point. The stool is not included.",
    categories: ["clothing"],
    condition: "like-new",
    location: "Bodija, Ibadan, Oyo",
    currency: "NGN",
    startingPrice: 85_000,
    bidIncrement: 5_000,
    buyItNowPrice: 165_000,
    pictures: ["agbada-1.webp", "agbada-2.webp"],
    endsInMinutes: days(2) + hours(11),
    actions: [],
  },
  {
    slug: "solar-battery",
    seller: "admin",
    title: "Solar set: 550 W panel, 200 Ah tubular battery, 1.5 kVA inverter",
    description:
      "A small home system taken down because we went bigger. It ran lights, a TV, two fans and a laptop through the " +
      "night. The panel is clean and unbroken, the inverter has been serviced, and the battery is 18 months old and " +
      "still holds about six hours on a light load. There is white bloom on the positive post, which should be cleaned " +
      "before use. The panel stand and 10 m of cable are included; installation is not.",
    categories: ["electronics", "home-garden"],
    condition: "good",
    location: "Rumuokoro, Port Harcourt, Rivers",
    currency: "NGN",
    startingPrice: 620_000,
    bidIncrement: 20_000,
    pictures: ["solar-battery-1.webp", "solar-battery-2.webp"],
    endsInMinutes: hours(9) + 30,
    actions: [
      { do: "bid", who: "bola", amount: 640_000 },
      { do: "bid", who: "emeka", amount: 660_000 },
    ],
  },
  {
    slug: "wristwatch",
    seller: "tunde",
    title: "Automatic chronograph wristwatch, green dial, leather strap",
    description:
      "A 41 mm steel watch with an automatic movement you can see through the back. Bought in Dubai in 2021, without a " +
      "famous name on it, and it keeps time to about 12 seconds a day. Both pushers and the date work. The crystal is " +
      "clean; the case back has light scratches and the strap is creased at the hole where the buckle sat. Not tested " +
      "for water. Box and spare strap included, no papers.",
    categories: ["clothing", "collectibles"],
    condition: "excellent",
    location: "Victoria Island, Lagos",
    currency: "USD",
    startingPrice: 140,
    bidIncrement: 10,
    buyItNowPrice: 260,
    pictures: ["wristwatch-1.webp", "wristwatch-2.webp"],
    endsInMinutes: days(3) + hours(2),
    actions: [{ do: "buy", who: "dayo" }],
  },
  {
    slug: "clay-pots",
    seller: "sani",
    title: "Three planted clay pots with snake plant, marigold and aloe",
    description:
      "From the end of a garden in Tudun Wada: a large painted pot with a snake plant taller than a metre, a round " +
      "burnished pot with marigolds in flower, and a small one with aloe. All were fired locally and have drainage " +
      "holes. The large pot has a repaired chip at the back of the rim. The plants are healthy and used to full sun. " +
      "A hand trowel goes with the lot. Collect with a car, not a bike.",
    categories: ["home-garden"],
    condition: "good",
    location: "Tudun Wada, Kaduna",
    currency: "NGN",
    startingPrice: 18_000,
    bidIncrement: 1_000,
    pictures: ["clay-pots-1.webp", "clay-pots-2.webp", "clay-pots-3.webp"],
    endsInMinutes: 48,
    actions: [],
  },
  {
    slug: "toy-lorry",
    seller: "tunde",
    title: "Hand-made wooden toy lorry, old bolekaja style, 46 cm",
    description:
      "Carved and painted by a retired carpenter in Abeokuta after the lorries he rode as a boy. The wheels turn, the " +
      "bed is open at the back, and it pulls on a cord. Water-based paint, no nails that a child can reach. The load of " +
      "sacks and yams is wood too, and lifts out. New, but made by hand: the diamonds on the bumper are not all the " +
      "same size. For children from three years.",
    categories: ["toys", "collectibles"],
    condition: "new",
    location: "Abeokuta, Ogun",
    currency: "USD",
    startingPrice: 25,
    bidIncrement: 2.5,
    buyItNowPrice: 60,
    pictures: ["toy-lorry-1.webp", "toy-lorry-2.webp"],
    endsInMinutes: days(1) + hours(16),
    actions: [],
  },
  {
    slug: "textbooks",
    seller: "amaka",
    title: "Seven secondary-school textbooks for WAEC and JAMB science",
    description:
      "Mathematics, further mathematics, physics, chemistry, biology, English and an atlas, as used in SS1 to SS3. All " +
      "pages are present. My daughter marked some paragraphs in pencil and yellow highlighter, mostly in biology, and " +
      "a few corners are folded. The chemistry spine has been taped. She passed with seven credits, so the notes are " +
      "good ones. The calculator and the glasses in the picture stay with her.",
    categories: ["books"],
    condition: "fair",
    location: "New Haven, Enugu",
    currency: "NGN",
    startingPrice: 14_000,
    bidIncrement: 500,
    pictures: ["textbooks-1.webp", "textbooks-2.webp"],
    endsInMinutes: days(5),
    actions: [
      { do: "bid", who: "dayo", amount: 14_500 },
      { do: "bid", who: "chidi", amount: 16_000 },
    ],
  },
  {
    slug: "dumbbells",
    seller: "tunde",
    title: "Home gym lot: 16 kg kettlebell, 20 kg plate, hex dumbbell, mat",
    description:
      "One 16 kg kettlebell, one 20 kg rubber-coated plate, one 12.5 kg hex dumbbell and a green exercise mat. I bought " +
      "them in lockdown and now use the gym at work. The kettlebell's paint is chipped under the handle, the dumbbell " +
      "has light rust on the grip that comes off with a brush, and the mat has two dents from the plate. The dumbbell " +
      "is a single one, not a pair. Heavy to send; pickup in the estate is best.",
    categories: ["fitness"],
    condition: "good",
    location: "Lekki Phase 1, Lagos",
    currency: "NGN",
    startingPrice: 65_000,
    bidIncrement: 2_500,
    pictures: ["dumbbells-1.webp", "dumbbells-2.webp"],
    endsInMinutes: days(2) + hours(20),
    actions: [{ do: "bid", who: "emeka", amount: 67_500 }],
  },
  {
    slug: "plastic-chairs",
    seller: "sani",
    title: "50 stackable plastic chairs with arms, white and green",
    description:
      "From a party rental business that is closing: 30 white and 20 green chairs of the heavy type, not the thin ones. " +
      "Three years of owambe work, washed after every outing. Four chairs have hairline cracks in one arm, marked with " +
      "tape, and most have scuffed feet. No legs are broken. They stack ten high and fit in a small bus in two trips. " +
      "Sold as one lot; canopies are already gone.",
    categories: ["furniture", "general"],
    condition: "fair",
    location: "Sabon Gari, Kano",
    currency: "NGN",
    startingPrice: 150_000,
    bidIncrement: 5_000,
    pictures: ["plastic-chairs-1.webp", "plastic-chairs-2.webp"],
    endsInMinutes: hours(14),
    actions: [],
  },
  {
    slug: "chest-freezer",
    seller: "admin",
    title: "Chest freezer, 200 litres, with lock and two keys",
    description:
      "Used for four years in a provision shop. It freezes hard overnight and holds ice through about ten hours without " +
      "light. The gas has never been changed. There is rust at the lower left corner, a shallow dent on the front, and " +
      "the inside lamp works only when you press it. The lid seal was renewed last year. Castors roll well. You may " +
      "come and see it switched on; the fish is for my own pot.",
    categories: ["electronics", "home-garden"],
    condition: "fair",
    location: "Effurun, Warri, Delta",
    currency: "NGN",
    startingPrice: 160_000,
    bidIncrement: 5_000,
    pictures: ["chest-freezer-1.webp", "chest-freezer-2.webp"],
    startsInMinutes: 30,
    endsInMinutes: days(1) + 30,
    actions: [],
  },
  {
    slug: "drill-toolbox",
    seller: "admin",
    title: "Cordless drill, 20 V, with steel toolbox and hand tools",
    description:
      "A cordless drill with one battery and charger, a steel toolbox, an adjustable spanner, a claw hammer and a set " +
      "of screwdrivers. I am a carpenter and have bought a bigger set. The drill's chuck is tight and the battery gives " +
      "about 60 holes in iroko. The box is scratched on the front and one latch must be pressed twice. One screwdriver " +
      "tip is worn round. Everything in the picture is included.",
    categories: ["tools"],
    condition: "good",
    location: "Mile 3, Port Harcourt, Rivers",
    currency: "NGN",
    startingPrice: 60_000,
    bidIncrement: 2_000,
    pictures: ["drill-toolbox-1.webp", "drill-toolbox-2.webp"],
    endsInMinutes: hours(1) + 30,
    actions: [
      { do: "bid", who: "chidi", amount: 62_000 },
      { do: "bid", who: "dayo", amount: 66_000 },
      { do: "bid", who: "chidi", amount: 70_000 },
      { do: "bid", who: "bola", amount: 74_500 },
    ],
    finally: "ended",
  },
  {
    slug: "standing-fan",
    seller: "admin",
    title: "18-inch standing fan, three speeds, green blades",
    description:
      "Bought last dry season and used in one bedroom. All three speeds work and it turns from side to side without " +
      "noise. The height lock slips a little when it is raised to the top, so keep it one notch lower. The plug was " +
      "changed for a fused one. There is dust behind the grille that I have not been able to reach. No box, but it " +
      "comes apart for carrying.",
    categories: ["electronics", "home-garden"],
    condition: "good",
    location: "Ikot Ekpene Road, Uyo, Akwa Ibom",
    currency: "NGN",
    startingPrice: 22_000,
    bidIncrement: 1_000,
    pictures: ["standing-fan-1.webp", "standing-fan-2.webp"],
    endsInMinutes: days(1),
    actions: [],
    finally: "cancelled",
  },
  {
    slug: "cooking-pots",
    seller: "amaka",
    title: "Three aluminium pots, an enamel stew pot, ladle and wooden spoon",
    description:
      "Three nesting aluminium pots of 4, 8 and 14 litres with one lid that fits the smallest, and a heavy enamel stew " +
      "pot with its own lid. The aluminium is straight and polished; the largest has soot marks under it from firewood. " +
      "The enamel is chipped on one handle, outside only. The ladle, the wooden spoon and the rail are included. Good " +
      "for a new home or a small food business.",
    categories: ["home-garden", "general"],
    condition: "good",
    location: "Ariaria Market, Aba, Abia",
    currency: "NGN",
    startingPrice: 38_000,
    bidIncrement: 1_000,
    pictures: ["cooking-pots-1.webp", "cooking-pots-2.webp"],
    endsInMinutes: days(2),
    actions: [],
    finally: "draft",
  },
];
