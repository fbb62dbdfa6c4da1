import { endOfData, timestamp } from './calendar.ts'
import type { Order } from './orders.ts'
import type { Person } from './people.ts'
import type { Product, Stocked } from './products.ts'
import type { Random } from './random.ts'

export type Review = {
  id: number
  product_id: number
  reviewer: string
  rating: number
  body: string
  created_at: string
}

type Written = { order: Order; moment: number }

/** What people say, by stars. */
const openings: readonly (readonly string[])[] = [
  ['Broke within a week.', 'Nothing like the picture.', 'I sent it back.'],
  ['Not what I hoped for.', 'It feels cheap.', 'Arrived with a scratch.'],
  ['It does what it should.', 'Decent for the price.', 'Neither good nor bad.'],
  ['A solid purchase.', 'Better than I expected.', 'Well made and quick to arrive.'],
  ['I would buy it again tomorrow.', 'My favorite thing this year.', 'Simply beautiful.'],
]
const closings = [
  'Delivery took four days.',
  'The box was nicely packed.',
  'I use it almost every day.',
  'It was a gift for my sister.',
  'The color is a little darker than shown.',
  'It is smaller than I thought.',
  'My neighbor asked where I got it.',
]

/** Reviews of things their writers bought, two days to eight weeks later; earliest first. */
export function makeReviews(
  random: Random,
  people: readonly Person[],
  products: readonly Stocked[],
  orders: readonly Order[],
  count: number,
): Review[] {
  return chooseOrders(random, orders, count).map(({ order, moment }, index) => {
    const quality = products[order.product_id - 1]?.quality ?? 0.5
    const rating = stars(random, quality)
    return {
      id: index + 1,
      product_id: order.product_id,
      reviewer: handle(people[order.user_id - 1]),
      rating,
      body: `${random.pick(openings[rating - 1] ?? [])} ${random.pick(closings)}`,
      created_at: timestamp(moment),
    }
  })
}

function chooseOrders(random: Random, orders: readonly Order[], count: number): Written[] {
  const chosen = new Map<number, Written>()
  while (chosen.size < count) {
    const order = random.pick(orders)
    const moment = Date.parse(order.created_at) + random.between(172_800, 4_838_400) * 1000
    if (moment < endOfData) chosen.set(order.id, { order, moment })
  }
  return [...chosen.values()].sort((one, other) => one.moment - other.moment)
}

/** Four on average; better things get better reviews. */
function stars(random: Random, quality: number): number {
  const satisfaction = quality * 0.6 + (random.next() + random.next()) * 0.35
  const limits = [0.28, 0.4, 0.52, 0.7]
  return 1 + limits.filter((limit) => satisfaction > limit).length
}

const handle = (person: Person | undefined): string => person?.email.split('@')[0] ?? 'anonymous'

/** The products with the mean of their reviews, to one decimal. */
export function rated(stocked: readonly Stocked[], reviews: readonly Review[]): Product[] {
  const given = stocked.map(() => ({ count: 0, sum: 0 }))
  for (const { product_id, rating } of reviews) {
    const tally = given[product_id - 1]
    if (!tally) continue
    tally.count += 1
    tally.sum += rating
  }
  return stocked.map(({ product }, index) => {
    const { count, sum } = given[index] ?? { count: 0, sum: 0 }
    return { ...product, rating: count === 0 ? null : (sum / count).toFixed(1) }
  })
}
