import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { QueryProblem } from '../../../shared/ports/engine-driver.ts'
import { type EngineLab, labEngines, openLab } from '../../support/engine-lab.ts'

const named = (name: string) => ['field', name, { 'base-type': 'type/*' }]

/** Hours from now, and what lies around each: enough to tell units apart on any day of the year. */
const moments = [-400 * 24, -40 * 24, -8 * 24, -25, 0, 25, 8 * 24, 40 * 24, 400 * 24]

/** An interval and whether the moment `hours` from now lies in it, told by the calendar of UTC. */
const startOf = (unit: string, now: Date, steps: number): number => {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  switch (unit) {
    case 'year':
      return Date.UTC(year + steps, 0, 1)
    case 'quarter':
      return Date.UTC(year, month - (month % 3) + 3 * steps, 1)
    case 'month':
      return Date.UTC(year, month + steps, 1)
    case 'week':
      return Date.UTC(year, month, day - now.getUTCDay() + 7 * steps)
    default:
      return Date.UTC(year, month, day + steps)
  }
}

const intervals: readonly (readonly [
  amount: unknown,
  unit: string,
  include: boolean,
  from: number,
  to: number,
])[] = [
  ['current', 'day', false, 0, 1],
  ['last', 'day', false, -1, 0],
  ['next', 'day', false, 1, 2],
  [-1, 'month', false, -1, 0],
  [-1, 'month', true, -1, 1],
  [-2, 'week', false, -2, 0],
  [1, 'quarter', true, 0, 2],
  [2, 'year', false, 1, 3],
  [-30, 'days', false, -30, 0],
]

describe.each(labEngines)('%s', (engine) => {
  let lab: EngineLab
  let now: Date

  beforeAll(async () => {
    lab = await openLab(engine)
    // A test that starts right before midnight waits for the new day, so that there is one "now".
    const left = 86_400_000 - (Date.now() % 86_400_000)
    if (left < 60_000) await new Promise((resolve) => setTimeout(resolve, left + 1_000))
    now = new Date()
    const text = (hours: number) =>
      new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    await lab.run(
      'create table moments (hours integer, at timestamp null, x integer)',
      ...moments.map(
        (hours) => `insert into moments values (${hours}, '${text(hours)}', ${hours})`,
      ),
    )
  }, 150_000)
  afterAll(() => lab.close(), 30_000)

  const hoursWhere = async (filter: unknown) => {
    const rows = await lab.ask({
      'source-table': 1,
      fields: [named('hours')],
      filter,
      'order-by': [['asc', named('hours')]],
    })
    return rows.map(([hours]) => hours)
  }

  const hoursBetween = (unit: string, from: number, to: number) =>
    moments.filter((hours) => {
      const moment = now.getTime() + hours * 3_600_000
      return startOf(unit, now, from) <= moment && moment < startOf(unit, now, to)
    })

  test.each(intervals)(
    'time-interval %j %s, current included: %p',
    async (n, unit, include, from, to) => {
      const filter = ['time-interval', named('at'), n, unit, { 'include-current': include }]
      expect(await hoursWhere(filter)).toEqual(hoursBetween(unit.replace(/s$/, ''), from, to))
    },
  )

  test('not in an interval', async () => {
    const inside = hoursBetween('month', -1, 0)
    expect(await hoursWhere(['not', ['time-interval', named('at'), -1, 'month']])).toEqual(
      moments.filter((it) => !inside.includes(it)),
    )
  })

  test('an interval that is moved', async () => {
    const filter = ['relative-time-interval', named('at'), -1, 'month', -1, 'year']
    const from = startOf(
      'month',
      new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), 1)),
      -1,
    )
    const to = startOf(
      'month',
      new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), 1)),
      0,
    )
    const expected = moments.filter((hours) => {
      const moment = now.getTime() + hours * 3_600_000
      return from <= moment && moment < to
    })
    expect(await hoursWhere(filter)).toEqual(expected)
  })

  test('moments relative to now', async () => {
    const month = ['field', 'at', { 'base-type': 'type/*', 'temporal-unit': 'month' }]
    expect(await hoursWhere(['=', month, ['relative-datetime', 'current']])).toEqual(
      hoursBetween('month', 0, 1),
    )
    expect(await hoursWhere(['=', named('at'), ['relative-datetime', -1, 'day']])).toEqual(
      hoursBetween('day', -1, 0),
    )
    expect(
      await hoursWhere([
        'between',
        named('at'),
        ['relative-datetime', -30, 'day'],
        ['relative-datetime', -1, 'day'],
      ]),
    ).toEqual(hoursBetween('day', -30, 0))
    expect(await hoursWhere(['>', named('at'), ['now']])).toEqual(moments.filter((it) => it > 0))
  })

  const fails = async (query: object, feature: string) => {
    const problem = await lab.ask({ 'source-table': 1, ...query }).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(QueryProblem)
    expect(problem).toMatchObject({
      errorType: 'unsupported-feature',
      message: expect.stringMatching(new RegExp(`"${engine}".*"${feature}"`)),
    })
  }

  const percentiles = {
    aggregation: [
      ['median', named('x')],
      ['percentile', named('x'), 0.75],
    ],
  }

  test('percentiles', async () => {
    if (engine === 'mysql') return fails(percentiles, 'percentile-aggregations')
    expect(await lab.ask({ 'source-table': 1, ...percentiles })).toEqual([[0, 192]])
  })

  test('full joins', async () => {
    const query = {
      aggregation: [['count']],
      joins: [
        {
          'source-table': 1,
          alias: 'Other',
          strategy: 'full-join',
          condition: [
            '=',
            named('x'),
            ['field', 'hours', { 'base-type': 'type/*', 'join-alias': 'Other' }],
          ],
        },
      ],
    }
    if (engine !== 'postgres') return fails(query, 'full-join')
    expect(await lab.ask({ 'source-table': 1, ...query })).toEqual([[moments.length]])
  })
})

test('mysql: what a function makes of a text is compared with texts of its own collation', async () => {
  const lab = await openLab('mysql')
  try {
    await lab.run(
      `create table words (id integer primary key, one varchar(20), other varchar(20))
         character set utf8mb4 collate utf8mb4_unicode_ci`,
      `insert into words values (1, 'ada', 'ADA'), (2, 'bob', 'ADA')`,
    )
    const [id, one, other] = [named('id'), named('one'), named('other')]
    const found = (filter: unknown) =>
      lab.ask({ 'source-table': 1, fields: [id], filter, 'order-by': [['asc', id]] })
    expect(await found(['=', ['upper', one], other])).toEqual([[1]])
    expect(
      await found(['=', ['replace', ['lower', other], 'a', 'e'], ['replace', one, 'a', 'e']]),
    ).toEqual([[1]])
  } finally {
    await lab.close()
  }
})
