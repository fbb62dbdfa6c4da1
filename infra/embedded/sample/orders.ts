import { dayOf, momentOn, monthOfMoment, orderDays, timestamp } from './calendar.ts'
import type { Person } from './people.ts'
import { salesTax } from './places.ts'
import { categories, type Stocked } from './products.ts'
import { type Random, runningSums } from './random.ts'

export type Order = {
  id: number
  user_id: number
  product_id: number
  subtotal: string
  tax: string
  /** Null without one. */
  discount: string | null
  total: string
  quantity: number
  created_at: string
}

const quantities = runningSums([600, 215, 90, 45, 25, 12, 6, 3, 2, 2])

/** Every order, earliest first. Nobody orders before signing up, or what is not on sale yet. */
export function makeOrders(
  random: Random,
  people: readonly Person[],
  products: readonly Stocked[],
  count: number,
): Order[] {
  const pickPerson = personPicker(random, people)
  const pickProduct = productPicker(random, products)
  const firstDay = dayOf(Date.parse(people[0]?.created_at ?? '')) + 1
  const moments = Array.from({ length: count }, () =>
    momentOn(random, Math.max(firstDay, random.weighted(orderDays))),
  ).sort((one, other) => one - other)
  return moments.map((moment, index) => {
    const person = pickPerson(moment)
    return makeOrder(random, index + 1, person, pickProduct(moment), moment)
  })
}

/** Some come back often, most seldom. Moments must not go backwards. */
function personPicker(random: Random, people: readonly Person[]): (moment: number) => Person {
  const loyalty = people.map(() => 0.05 + random.next() * random.next())
  const joined = people.map(({ created_at }) => Date.parse(created_at))
  let known = 0
  return (moment) => {
    while (known < joined.length && (joined[known] ?? 0) < moment) known += 1
    for (;;) {
      const index = random.between(0, known - 1)
      const person = people[index]
      if (person && random.chance(loyalty[index] ?? 0)) return person
    }
  }
}

function productPicker(random: Random, products: readonly Stocked[]): (moment: number) => Stocked {
  const stocked = products.map(({ product }) => Date.parse(product.created_at))
  const demand = Array.from({ length: 12 }, (_, month) =>
    runningSums(
      products.map(
        ({ product, popularity }) =>
          popularity * (categories[product.category]?.season[month] ?? 1),
      ),
    ),
  )
  return (moment) => {
    for (;;) {
      const index = random.weighted(demand[monthOfMoment(moment)] ?? [])
      const picked = products[index]
      if (picked && (stocked[index] ?? 0) <= moment) return picked
    }
  }
}

function makeOrder(
  random: Random,
  id: number,
  person: Person,
  { product, cents }: Stocked,
  moment: number,
): Order {
  const quantity = random.weighted(quantities) + 1
  const subtotal = cents * quantity
  const discount = discountOn(random, subtotal, monthOfMoment(moment) === 10)
  const tax = Math.round(((subtotal - discount) * (salesTax[person.state] ?? 0)) / 1000)
  return {
    id,
    user_id: person.id,
    product_id: product.id,
    subtotal: money(subtotal),
    tax: money(tax),
    discount: discount === 0 ? null : money(discount),
    total: money(subtotal - discount + tax),
    quantity,
    created_at: timestamp(moment),
  }
}

/** One order in nine, one in three during the November sale: 5 to 25 percent off. */
function discountOn(random: Random, subtotal: number, sale: boolean): number {
  if (!random.chance(sale ? 0.34 : 0.11)) return 0
  return Math.round((subtotal * random.between(1, 5) * 5) / 100)
}

const money = (cents: number): string => (cents / 100).toFixed(2)
