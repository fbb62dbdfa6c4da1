import { momentOn, timestamp } from './calendar.ts'
import { type Random, runningSums } from './random.ts'

export type Product = {
  id: number
  ean: string
  title: string
  category: string
  vendor: string
  price: string
  /** The mean of its reviews, null before the first. */
  rating: string | null
  created_at: string
}

/** What the generators know about a product beside its row. */
export type Stocked = { product: Product; cents: number; quality: number; popularity: number }

type Category = {
  things: readonly string[]
  /** In cents. */
  prices: readonly [least: number, most: number]
  share: number
  /** Demand from January to December. */
  season: readonly number[]
}

const even = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]

export const categories: Readonly<Record<string, Category>> = {
  Kitchen: {
    things: 'Kettle Teapot Skillet Colander Mortar Breadboard Ladle Carafe Whisk Mug'.split(' '),
    prices: [900, 8900],
    share: 28,
    season: even,
  },
  Garden: {
    things: 'Trowel Watering-Can Planter Birdhouse Lantern Hammock Bench Rake'.split(' '),
    prices: [700, 14_900],
    share: 20,
    season: [0.4, 0.5, 1.2, 1.8, 2, 1.7, 1.3, 1, 0.8, 0.6, 0.4, 0.4],
  },
  Stationery: {
    things: 'Notebook Fountain-Pen Inkwell Planner Letter-Set Pencil-Case Stamp'.split(' '),
    prices: [300, 4900],
    share: 18,
    season: [1.3, 0.9, 0.9, 0.9, 0.9, 0.9, 1, 1.6, 1.4, 0.9, 0.9, 1],
  },
  Lighting: {
    things: 'Desk-Lamp Pendant Candlestick Wall-Light String-Lights Night-Light'.split(' '),
    prices: [1500, 18_900],
    share: 18,
    season: [1.1, 1, 0.9, 0.8, 0.7, 0.7, 0.7, 0.8, 1, 1.2, 1.4, 1.4],
  },
  Toys: {
    things: 'Kite Puzzle Train Marble-Run Spinning-Top Yo-Yo Rocking-Horse Blocks'.split(' '),
    prices: [500, 9900],
    share: 16,
    season: [0.6, 0.7, 0.8, 0.9, 0.9, 1, 1, 0.8, 0.8, 1, 1.9, 2.4],
  },
}

const looks =
  'Amber Ashwood Blue Brass Bright Classic Copper Coral Crimson Enamel Folding Frosted Golden Grand Green Hand-Made Heavy Indigo Ivory Light Linen Little Maple Marbled Midnight Mint Oak Olive Painted Pewter Pocket Quiet Round Rustic Sage Silver Slate Slim Sturdy Tall Tin Travel Walnut White Woven'.split(
    ' ',
  )
const vendors =
  'Alder & Sons|Bluebell Works|Brightwater|Carver Row|Copperfield Supply|Dunmore Trading|Fennel & Finch|Harbor & Pine|Hillcrest Makers|Juniper Mill|Larkspur Goods|Marlowe Brothers|North Quay|Oxbow Crafts|Pepperwood|Quillfeather|Redstart Studio|Saltmarsh Co.|Tinker Lane|Wren House'.split(
    '|',
  )

/** Every product, earliest first: two thirds from the opening, the rest over the first three years. */
export function makeProducts(random: Random, count: number): Stocked[] {
  const names = Object.keys(categories)
  const shares = runningSums(Object.values(categories).map(({ share }) => share))
  const taken = new Set<string>()
  const opening = Math.floor((count * 2) / 3)
  const stocked = Array.from({ length: count }, (_, index) =>
    momentOn(random, index < opening ? 0 : random.between(1, 1095)),
  ).sort((one, other) => one - other)
  return stocked.map((moment, index) => {
    const category = names[random.weighted(shares)] ?? random.pick(names)
    return makeProduct(random, index + 1, category, moment, taken)
  })
}

function makeProduct(
  random: Random,
  id: number,
  category: string,
  stocked: number,
  taken: Set<string>,
): Stocked {
  const { things = [], prices: [least, most] = [0, 0] } = categories[category] ?? {}
  // Two throws multiplied: many cheap products, few dear ones. Shop prices end in 50 or 99.
  const cents = least + Math.floor(((most - least) * random.next() * random.next()) / 50) * 50
  const price = random.chance(0.6) ? cents + 99 - (cents % 100) : cents
  return {
    product: {
      id,
      ean: ean13(random),
      title: newTitle(random, things, taken),
      category,
      vendor: random.pick(vendors),
      price: (price / 100).toFixed(2),
      rating: null,
      created_at: timestamp(stocked),
    },
    cents: price,
    quality: (random.next() + random.next()) / 2,
    popularity: 0.15 + random.next() * random.next() * 3,
  }
}

function newTitle(random: Random, things: readonly string[], taken: Set<string>): string {
  for (;;) {
    const title = `${random.pick(looks)} ${random.pick(things).replaceAll('-', ' ')}`
    if (taken.has(title)) continue
    taken.add(title)
    return title
  }
}

/** Thirteen digits, the last of them the check digit of the others. */
function ean13(random: Random): string {
  const digits = Array.from({ length: 12 }, (_, place) => (place === 0 ? 2 : random.between(0, 9)))
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0)
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`
}
