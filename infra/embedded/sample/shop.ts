import { makeOrders, type Order } from './orders.ts'
import { makePeople, type Person } from './people.ts'
import { makeProducts, type Product } from './products.ts'
import { seeded } from './random.ts'
import { makeReviews, type Review, rated } from './reviews.ts'

export type Shop = {
  people: readonly Person[]
  products: readonly Product[]
  orders: readonly Order[]
  reviews: readonly Review[]
}

const seed = 20_220_101

/** Four years of a small shop, 2022 to 2025: the same rows every time. */
export function makeShop(): Shop {
  const random = seeded(seed)
  const people = makePeople(random, 2500)
  const stocked = makeProducts(random, 200)
  const orders = makeOrders(random, people, stocked, 21_000)
  const reviews = makeReviews(random, people, stocked, orders, 1100)
  return { people, products: rated(stocked, reviews), orders, reviews }
}
