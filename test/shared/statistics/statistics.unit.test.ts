import { describe, expect, test } from '@jest/globals'
import { Aggregator } from 'mingo'
import { statisticsOf } from '../../../shared/statistics/index.ts'

const place = { schema: 'public', table: 'people', field: 'address.city' }

describe('in SQL, statistics of a field', () => {
  test('quote its names', () => {
    const odd = { schema: '', table: 'a`b', field: 'c' }
    expect(statisticsOf('postgres').distinctValues(place, 3)).toEqual({
      sql: 'select distinct "address.city" from "public"."people" where "address.city" is not null order by "address.city" limit 3',
      parameters: [],
    })
    expect(statisticsOf('mysql').counts(odd).sql).toBe(
      'select count(`c`), count(distinct `c`) from `a``b`',
    )
  })
})

describe('in pipelines, statistics of a field', () => {
  const people = [
    { address: { city: 'Oslo' } },
    { address: { city: 'Bern' } },
    { address: { city: 'Oslo' } },
    { address: { city: null } },
    {},
  ]
  const answer = (sql: string, documents = people) => {
    const { collection, pipeline } = JSON.parse(sql)
    expect(collection).toBe('people')
    return new Aggregator(pipeline).run(documents)
  }
  const { distinctValues, counts } = statisticsOf('mongo')

  test('reach into documents, and leave out what is null or not there', () => {
    expect(answer(distinctValues(place, 10).sql)).toEqual([{ value: 'Bern' }, { value: 'Oslo' }])
    expect(answer(distinctValues(place, 1).sql)).toEqual([{ value: 'Bern' }])
    expect(answer(counts(place).sql)).toEqual([{ count: 3, distincts: 2 }])
    expect(answer(counts(place).sql, [])).toEqual([])
  })
})

test('an engine that nothing is known of is a mistake', () => {
  expect(() => statisticsOf('nothing')).toThrow('nothing')
})
