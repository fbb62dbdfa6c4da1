import { describe, expect, test } from '@jest/globals'
import { dialects } from '../../../shared/sql/dialects/index.ts'
import {
  bound,
  identifier,
  indented,
  join,
  lineBreak,
  nothing,
  raw,
  sequence,
  sql,
  wholeNumber,
} from '../../../shared/sql/fragment.ts'
import { inline, print } from '../../../shared/sql/print.ts'

const hostile = ['a"b', 'a`b', 'a;drop table x--', 'select', 'a.b', "'", '\\', '$$', '}}', '’']

describe.each([...dialects])('%s', (_, dialect) => {
  test.each(hostile)('the value %j is bound and leaves no trace in the text', (value) => {
    const { sql: text, parameters } = print(sql`x = ${value}`, dialect)
    expect(text).toBe(`x = ${dialect.placeholder(1)}`)
    expect(parameters).toEqual([value])
  })

  test.each(hostile)('the name %j is quoted', (name) => {
    const quote = dialect.quote('').charAt(0)
    const { sql: text } = print(sql`${identifier('t', name)}`, dialect)
    expect(text).toBe(`${quote}t${quote}.${quote}${name.replaceAll(quote, quote + quote)}${quote}`)
  })

  test('every value gets a placeholder of its own, in order', () => {
    const list = join([bound(1), bound('b'), bound(null), bound(true)], raw(', '))
    const { sql: text, parameters } = print(sql`(${list})`, dialect)
    expect(text).toBe(`(${[1, 2, 3, 4].map(dialect.placeholder).join(', ')})`)
    expect(parameters).toEqual([1, 'b', null, true])
  })

  test('line breaks and indentation show when it is printed for people', () => {
    const body = join([raw('a'), raw('b')], sequence([raw(','), lineBreak]))
    const clause = sequence([raw('SELECT'), indented(sequence([lineBreak, body])), nothing])
    expect(print(clause, dialect).sql).toBe('SELECT a, b')
    expect(print(clause, dialect, { pretty: true }).sql).toBe('SELECT\n  a,\n  b')
  })
})

test('names without a schema', () => {
  for (const dialect of dialects.values())
    expect(print(identifier('', 't'), dialect).sql).toBe(dialect.quote('t'))
})

test.each([-1, 1.5, Number.NaN, 2 ** 53])('%p is no whole number', (value) => {
  expect(() => wholeNumber(value)).toThrow(RangeError)
})

describe('literals to look at', () => {
  const show = (engine: string, value: string | number | boolean | null) => {
    const dialect = dialects.get(engine)
    return dialect && inline(bound(value), dialect)
  }

  test.each([
    ["it's", "'it''s'", "'it''s'"],
    ["\\' or 1=1 --", "'\\'' or 1=1 --'", "'\\\\'' or 1=1 --'"],
    [1.5, '1.5', '1.5'],
    [true, 'TRUE', 'TRUE'],
    [null, 'NULL', 'NULL'],
  ])('%j', (value, postgres, mysql) => {
    expect(show('postgres', value)).toBe(postgres)
    expect(show('mysql', value)).toBe(mysql)
  })
})
