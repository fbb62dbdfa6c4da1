import { expect, test } from '@jest/globals'
import type { JsonRow } from '../../query-service/engine/shape/rows.ts'
import { filters } from '../support/questions/conditions.ts'
import { differences, formulas } from '../support/questions/formulas.ts'
import { grouped } from '../support/questions/groups.ts'
import { joins } from '../support/questions/joins.ts'
import { nesting } from '../support/questions/nesting.ts'
import { id, type Shop } from '../support/questions/question.ts'

type OpenShop = Shop & {
  readonly lab: { readonly ask: (mbql: unknown) => Promise<readonly JsonRow[]> }
}

/** Structured questions about the shop, whose answers are the same whatever holds it. */
export const shopQuestions = (
  engine: string,
  shop: () => OpenShop,
  /** Names of questions that the engine has no answer to. */
  without: readonly string[] = [],
): void => {
  const isAsked = ([name]: readonly [string, ...unknown[]]) => !without.includes(name)

  const ask = (query: object) =>
    shop().lab.ask({
      ...('source-query' in query ? {} : { 'source-table': shop().table('sales') }),
      ...query,
    })

  test.each([...joins, ...nesting, ...grouped].filter(isAsked))(
    '%s',
    async (_, query, expected) => {
      const rows = Array.isArray(expected) ? expected : Object(expected)[engine]
      expect(await ask(query(shop()))).toEqual(rows)
    },
  )

  test.each(formulas.filter(isAsked))('%s', async (_, expression, value, sale = 1) => {
    const [row] = await ask({
      expressions: { x: expression(shop()) },
      fields: [['expression', 'x']],
      filter: ['=', id(shop()), sale],
    })
    const [answer] = row ?? []
    if (typeof value === 'number') expect(answer).toBeCloseTo(value, 9)
    else expect(answer).toEqual(value)
  })

  test.each(differences)('from %s to %s in %ss: %d', async (from, to, unit, count) => {
    const expressions = {
      there: ['datetime-diff', from, to, unit],
      back: ['datetime-diff', to, from, unit],
    }
    const fields = Object.keys(expressions).map((name) => ['expression', name])
    const [row] = await ask({ expressions, fields, limit: 1 })
    expect(row).toEqual([count, -count].map((it) => (it === 0 ? 0 : it)))
  })

  test.each(filters)('only those with %s', async (_, filter, ids) => {
    const rows = await ask({
      fields: [id(shop())],
      filter: filter(shop()),
      'order-by': [['asc', id(shop())]],
    })
    expect(rows.map(([one]) => one)).toEqual(ids)
  })
}
