import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { exportCaps } from '../../../../query-service/engine/limits.ts'
import { compileResolved, resolveParsed } from '../../../../query-service/engine/mbql/compile.ts'
import { withParameters } from '../../../../query-service/engine/mbql/parameters.ts'
import { parseMbql } from '../../../../query-service/engine/mbql/schema.ts'
import {
  chainedValuesQuery,
  type FieldPlace,
  type ForeignKey,
} from '../../../../query-service/engine/parameter-values/chain.ts'
import { distinctValues } from '../../../../query-service/engine/parameter-values/column-query.ts'
import type { Json } from '../../../../shared/kernel/json.ts'
import { labEngines } from '../../../support/engine-lab.ts'
import { openShop, type ShopLab } from '../../../support/shop-lab.ts'

describe.each(labEngines)('narrowed values on %s', (engine) => {
  let shop: ShopLab
  let keys: readonly ForeignKey[]

  beforeAll(async () => {
    shop = await openShop(engine)
    const { catalogue, table } = shop
    const fields = ['cities', 'people', 'sales'].flatMap((name) => catalogue.fieldsOf(table(name)))
    keys = fields.flatMap((from) => {
      const to = fields.find(({ id }) => id === from.fk_target_field_id)
      return to ? [{ from, to }] : []
    })
  }, 30_000)
  afterAll(() => shop?.lab.close())

  const place = (name: string): FieldPlace => {
    const field = shop.catalogue.field(Number(shop.field(name)[1]))
    if (!field) throw new Error(name)
    return field
  }

  type Filter = readonly [name: string, type: string, value: Json]

  const ask = async (name: string, filters: readonly Filter[], condition?: Json) => {
    const { catalogue, lab } = shop
    const meant = filters.map(([about, type, value]) => ({
      field: place(about),
      parameter: { type, value },
    }))
    const column = chainedValuesQuery(place(name), meant, keys)
    const { query, parameters } = distinctValues(column, condition)
    const resolved = resolveParsed(withParameters(parseMbql(query), parameters), catalogue)
    const { compiled } = compileResolved(resolved, engine, { maxRows: exportCaps })
    return (await lab.read(compiled)).map(([value]) => value)
  }

  test('come from the rows that the other parameters leave, however far those are', async () => {
    const web: Filter = ['sales.kind', 'string/=', ['web']]
    const large: Filter = ['sales.amount', 'number/>=', [60]]
    const march: Filter = ['sales.sold_at', 'date/all-options', '2024-02']
    expect(await ask('people.name', [])).toEqual(['Ada', 'Bob', 'Cyd'])
    expect(await ask('people.name', [large])).toEqual(['Cyd'])
    expect(await ask('cities.name', [])).toEqual(['Nowhere', 'Oslo', 'Rome'])
    expect(await ask('cities.name', [web])).toEqual(['Oslo', 'Rome'])
    expect(await ask('cities.name', [web, march])).toEqual(['Rome'])
    expect(await ask('cities.name', [web, large])).toEqual([])
    expect(await ask('sales.kind', [['cities.name', 'category', 'Oslo']])).toEqual(['shop', 'web'])
    expect(await ask('sales.pieces', [['cities.name', 'string/starts-with', ['R']]])).toEqual([
      0, 4,
    ])
  })

  test('are found by a part of their text, nothing and empty texts left out', async () => {
    await shop.lab.run(`insert into cities values (4, '', null), (5, '100% OSLO_', 1.5)`)
    const find = (text: string) =>
      ask(
        'cities.name',
        [],
        ['contains', [...shop.field('cities.name')] as Json[], text, { 'case-sensitive': false }],
      )
    expect(await find('osl')).toEqual(['100% OSLO_', 'Oslo'])
    expect(await find('0%')).toEqual(['100% OSLO_'])
    expect(await find('_')).toEqual(['100% OSLO_'])
    expect(await ask('cities.name', [])).toHaveLength(4)
    expect(await ask('cities.lat', [['cities.name', 'category', 'Nowhere']])).toEqual([])
  })
})
