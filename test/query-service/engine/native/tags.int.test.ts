import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { labEngines } from '../../../support/engine-lab.ts'
import { type Asked, bindNative, valueFor, whyNot } from '../../../support/native-lab.ts'
import { openShop, type ShopLab } from '../../../support/shop-lab.ts'

/** Texts that would be something else in a statement they became part of. */
const hostile = [
  "'; drop table sales; --",
  "' or '1'='1",
  '" or ""="',
  '\\',
  "\\'; drop table sales; --",
  '/* */ -- #',
  '$$ $1 $tag$ ?',
  '{{text}} [[ ]] {}',
  "\u2019 \uff07 %27 \u00bf' \u{1F600}",
  'line\r\nbreak\u2028\t',
  '`; select 1',
  '%_!',
  'null',
  ' ',
]

describe.each(labEngines)('template tags on %s', (engine) => {
  let shop: ShopLab

  beforeAll(async () => {
    shop = await openShop(engine)
  }, 60_000)

  afterAll(() => shop?.lab.close())

  const ask = (asked: Asked) => {
    const { compiled } = bindNative(asked, shop.catalogue)
    return shop.lab.read(compiled, { origin: 'foreign' })
  }
  const kinds = {
    text: {},
    n: { type: 'number' },
    m: { type: 'number' },
    day: { type: 'date' },
    yes: { type: 'boolean' },
  }
  const given = (values: object) => Object.entries(values).map(([tag, it]) => valueFor(tag, it))
  const run = (sql: string, values: object = {}, tags: object = {}) =>
    ask({ sql, tags: { ...kinds, ...tags }, parameters: given(values) })

  const concat = engine === 'mysql' ? `concat('%', {{text}}, '%')` : `'%' || {{text}} || '%'`
  const ids = 'select id from sales where'

  test.each<[string, object, readonly unknown[]]>([
    [`${ids} id = {{n}}`, { n: 2 }, [2]],
    [`${ids} id = {{n}}`, { n: '3' }, [3]],
    [`${ids} id in ({{n}}) order by 1`, { n: [1, 3, 5] }, [1, 3, 5]],
    [`${ids} id in ({{n}}) order by 1`, { n: '2,4' }, [2, 4]],
    [`${ids} id - {{n}} = {{m}}`, { n: -1, m: 4 }, [3]],
    [`${ids} amount > {{n}} order by 1`, { n: 20.5 }, [5, 6]],
    [`${ids} kind = {{text}} order by 1`, { text: 'web' }, [1, 3, 6]],
    [`${ids} kind in ({{text}}) order by 1`, { text: ['shop', 'phone order'] }, [2, 5]],
    [`${ids} kind like ${concat} order by 1`, { text: 'o' }, [2, 5]],
    [`${ids} ({{text}} is null or kind = {{text}}) order by 1`, { text: 'shop' }, [2]],
    [`${ids} sold_at > {{day}} order by 1`, { day: '2024-02-01' }, [4, 5]],
    [`${ids} sold_at >= {{day}} order by 1`, { day: '2024-02-29T12:30:15' }, [4, 5]],
    [`${ids} {{yes}} and id = 1`, { yes: true }, [1]],
    [`${ids} {{yes}} and id = 1`, { yes: 'false' }, []],
    ['select id from sales order by id limit {{n}}', { n: 2 }, [1, 2]],
    ['select id from sales order by id limit {{n}} offset {{m}}', { n: 1, m: 4 }, [5]],
    ['select id from sales order by id limit {{n}}', { n: '0' }, []],
    ['select left(kind, {{n}}) from sales where id = 2', { n: 2 }, ['sh']],
    ['select round(amount, {{n}}) from sales where id = 3', { n: 1 }, [5.3]],
    [
      'select id * {{n}} from sales group by id * {{n}} order by id * {{n}} limit 2',
      { n: 2 },
      [2, 4],
    ],
    ['select 3 / {{n}}', { n: 2.0 }, [engine === 'mysql' ? 1.5 : 1]],
    ['select 1 [[+ {{n}}]] [[+ {{m}}]]', { m: 5 }, [6]],
    ['select 1 -- {{nobody}}\n + {{n}} /* {{nobody}} */', { n: 1 }, [2]],
    ["select concat('{{', {{text}}, '}}')", { text: 'x' }, ['{{x}}']],
    [engine === 'mysql' ? 'select 10--{{n}}' : 'select 10- -{{n}}', { n: 2 }, [12]],
    [`select 1 ${engine === 'h2' ? '//' : '-- '}{{nobody}}\n + {{n}}`, { n: 1 }, [2]],
    ['select a.é$a$ + {{n}} from (select 1 as é$a$) a', { n: 1 }, [2]],
  ])('%s of %j', async (sql, values, expected) => {
    expect((await run(sql, values)).map(([first]) => first)).toEqual(expected)
  })

  test('days and spans of them can be reckoned with', async () => {
    const sql = {
      postgres: `select {{day}} + {{n}}, {{day}}::date - {{n}} * interval '1 day',
        date_trunc('month', {{day}}), ({{text}})::interval, make_interval(days => {{n}})`,
      mysql: `select {{day}} + interval {{n}} day, {{day}} - interval {{m}} day,
        last_day({{day}})`,
      h2: "select {{day}} + {{n}}, {{day}} - {{n}}, date_trunc('month', {{day}})",
    }
    const [row] = await run(sql[engine], { day: '2024-02-28', n: 2, m: -1, text: '1 day' })
    expect(row?.[0]).toBe('2024-03-01T00:00:00Z')
    expect(row?.[1]).toMatch(engine === 'mysql' ? /^2024-02-29/ : /^2024-02-26/)
    expect(row?.[2]).toMatch(engine === 'mysql' ? /^2024-02-29/ : /^2024-02-01/)
  })

  test('a text comes back as it went in, whatever is in it', async () => {
    expect(await run('select {{text}}', { text: hostile })).toEqual([hostile])
    expect(await run('select count(*) from sales')).toEqual([[6]])
  })

  test('what is shown runs and answers the same', async () => {
    const asked = { sql: 'select {{text}}, {{n}}, {{day}}', tags: kinds }
    const parameters = given({ text: hostile, n: -1.5, day: '2024-01-01' })
    const { shown } = bindNative({ ...asked, parameters }, shop.catalogue)
    const seen = await shop.lab.read({ sql: shown({ pretty: true }), parameters: [] })
    expect(seen).toEqual(await ask({ ...asked, parameters }))
  })

  test('what stands for values in the SQL itself shifts none of them', async () => {
    const odd = engine === 'mysql' ? `select 'a\\\\', {{n}}, 1` : `select U&'\\0061', {{n}}, 1`
    expect((await run(odd, { n: 7 }))[0]?.[1]).toBe(7)
    const placeholder = engine === 'mysql' ? '?' : '$1'
    const refused = whyNot(() => run(`select ${placeholder}, {{n}}`, { n: 7 }))
    expect(refused).toEqual(['invalid-query', expect.stringContaining(placeholder)])
    await expect(run(`select ${placeholder}`)).rejects.toMatchObject({ name: 'QueryProblem' })
  })

  test('ten thousand values are a list', async () => {
    const n = Array.from({ length: 10_000 }, (_, index) => index + 3)
    expect(await run(`${ids} id in ({{n}}) order by 1`, { n })).toEqual([[3], [4], [5], [6]])
  }, 20_000)

  const filter = (name: string, more: object = {}) => ({
    f: { type: 'dimension', dimension: shop.field(name), ...more },
  })

  test.each<[string, string | undefined, unknown, readonly number[]]>([
    ['sales.kind', 'string/=', ['web'], [1, 3, 6]],
    ['sales.kind', 'string/!=', ['web'], [2, 4, 5]],
    ['sales.kind', 'string/contains', ['O'], []],
    ['sales.kind', 'category', 'shop', [2]],
    ['sales.kind', undefined, ["' or '1'='1"], []],
    ['sales.id', 'id', ['2', 3], [2, 3]],
    ['sales.amount', 'number/between', [5, 20], [1, 2, 3]],
    ['sales.amount', 'number/between', [null, '10.5'], [1, 3]],
    ['sales.sold_at', 'date/single', '2024-01-31', [2]],
    ['sales.sold_at', 'date/range', '2024-01-31~2024-02-29', [2, 3, 4]],
    ['sales.sold_at', 'date/all-options', '~2024-01-31', [1]],
    ['sales.sold_at', 'date/all-options', '2024-02-29~', [5]],
    ['sales.sold_at', 'date/month-year', '2024-02', [3, 4]],
    ['sales.sold_at', 'date/quarter-year', 'Q1-2024', [1, 2, 3, 4, 5]],
    ['sales.sold_at', 'date/all-options', 'exclude-months-Jan-Feb', [5, 6]],
    ['sales.sold_at', 'date/relative', 'past30days', []],
    ['sales.sold_at', 'date/single', '2024-02-29T12:30', [4]],
    ['sales.sold_at', 'date/single', null, [1, 2, 3, 4, 5, 6]],
  ])('a field filter on %s, %s of %j', async (name, type, value, expected) => {
    const parameters = [valueFor('f', value, type === undefined ? {} : { type })]
    const where = name === 'sales.sold_at' && value === null ? '{{f}}' : '({{f}}) and 1 = 1'
    const rows = await ask({
      sql: `${ids} ${where} order by id`,
      tags: filter(name),
      parameters,
    })
    expect(rows.map(([id]) => id)).toEqual(expected)
    const short = await ask({
      sql: 'select id from sales s [[where {{f}}]] order by id',
      tags: filter(name, { alias: `s.${name.slice(6)}` }),
      parameters,
    })
    expect(short).toEqual(rows)
  })

  test('a temporal unit groups by it', async () => {
    const tags = {
      f: { type: 'temporal-unit', dimension: shop.field('sales.sold_at'), default: 'month' },
    }
    const sql = 'select {{f}}, count(*) from sales group by 1 order by 1'
    const months = (await ask({ sql, tags })).filter(([month]) => month !== null)
    expect(months.map(([, count]) => count)).toEqual([2, 2, 1])
    const years = await ask({ sql, tags, parameters: [valueFor('f', 'year')] })
    expect(years.filter(([year]) => year !== null)).toEqual([['2024-01-01T00:00:00Z', 5]])
  })
})
