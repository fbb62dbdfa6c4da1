import { describe, expect, test } from '@jest/globals'
import { type Asked, bindNative, valueFor, whyNot } from '../../../support/native-lab.ts'
import { shopCatalogue } from '../../../support/shop-catalogue.ts'

const bind = (asked: Asked, engine = 'postgres') => bindNative(asked, shopCatalogue(engine))
const compiled = (asked: Asked, engine?: string) => bind(asked, engine).compiled

type Case = {
  tag?: object
  given?: unknown
  more?: object
}

/** What is bound for `{{a}}`: its value, `removed` with its optional part, or why there is none. */
const outcome = (example: Case): unknown => {
  const { tag = {}, given, more = {} } = example
  const parameters = 'given' in example ? [valueFor('a', given, more)] : []
  const asked = { sql: 'x [[{{a}}]]', tags: { a: { 'display-name': 'An A', ...tag } }, parameters }
  const [word] = whyNot(() => bind(asked))
  if (word !== 'nothing') return word
  const { sql, parameters: bound } = compiled(asked)
  return sql === 'x ' ? 'removed' : bound.length === 1 ? bound[0] : bound
}

describe('which value a tag has', () => {
  const missing = 'missing-required-parameter'
  test.each<[Case, unknown]>([
    [{}, 'removed'],
    [{ given: 'v' }, 'v'],
    [{ given: null }, 'removed'],
    [{ given: undefined }, 'removed'],
    [{ given: '' }, 'removed'],
    [{ given: [] }, 'removed'],
    [{ tag: { default: 'd' } }, 'd'],
    [{ tag: { default: 'd' }, given: 'v' }, 'v'],
    [{ tag: { default: 'd' }, given: undefined }, 'd'],
    [{ tag: { default: 'd' }, given: null }, 'removed'],
    [{ tag: { default: 'd' }, given: '' }, 'removed'],
    [{ tag: { default: 'd' }, given: [] }, 'removed'],
    [{ tag: { default: '' } }, 'removed'],
    [{ tag: { default: null } }, 'removed'],
    [{ given: undefined, more: { default: 'p' } }, 'p'],
    [{ given: null, more: { default: 'p' } }, 'removed'],
    [{ tag: { default: 'd' }, given: undefined, more: { default: 'p' } }, 'd'],
    [{ tag: { required: true } }, missing],
    [{ tag: { required: true }, given: null }, missing],
    [{ tag: { required: true }, given: '' }, missing],
    [{ tag: { required: true }, given: [] }, missing],
    [{ tag: { required: true }, given: 'v' }, 'v'],
    [{ tag: { required: true, default: 'd' } }, 'd'],
    [{ tag: { required: true, default: 'd' }, given: null }, 'd'],
    [{ tag: { required: true, default: 'd' }, given: 'v' }, 'v'],
    [{ tag: { required: true }, given: null, more: { default: 'p' } }, 'p'],
    [{ given: 0 }, '0'],
    [{ given: false }, 'false'],
    [{ given: ['v'] }, 'v'],
    [{ given: ['v', 'w'] }, ['v', 'w']],
  ])('%o → %j', (asked, expected) => {
    expect(outcome(asked)).toEqual(expected)
  })
})

describe('what a tag takes', () => {
  const bad = 'validation'
  test.each<[string, unknown, unknown]>([
    ['text', "it's; drop table x; --", "it's; drop table x; --"],
    ['text', '{{b}} [[ ]]', '{{b}} [[ ]]'],
    ['text', '\u{1F600}\\"`$1?', '\u{1F600}\\"`$1?'],
    ['text', 5.5, '5.5'],
    ['text', 'a\u0000b', bad],
    ['text', '\ud800', bad],
    ['text', [null], bad],
    ['text', { a: 1 }, 'validation'],
    ['text', [['a']], 'validation'],
    ['text', [{ $gt: '' }], 'validation'],
    ['number', 5, 5],
    ['number', '5', 5],
    ['number', ' 5 ', 5],
    ['number', '-5', -5],
    ['number', '1.50', '1.50'],
    ['number', '1e3', '1e3'],
    ['number', 1.5, '1.5'],
    ['number', '9007199254740993', '9007199254740993'],
    ['number', '1,2', [1, 2]],
    ['number', '1, 2,3', [1, 2, 3]],
    ['number', [1, '2'], [1, 2]],
    ['number', '1 or 1=1', bad],
    ['number', '1; drop table x', bad],
    ['number', '1,', bad],
    ['number', '0x10', bad],
    ['number', 'NaN', bad],
    ['number', 'Infinity', bad],
    ['number', '1e999', bad],
    ['number', true, bad],
    ['number', { a: 1 }, 'validation'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2024-02-29T10:30', '2024-02-29 10:30:00'],
    ['date', '2024-02-29T10:30:00.5Z', '2024-02-29 10:30:00.5'],
    ['date', '2024-02-29T10:30:00+02:00', '2024-02-29 08:30:00'],
    ['date', ['2024-01-01', '2024-01-02'], ['2024-01-01', '2024-01-02']],
    ['date', '2024-13-45', bad],
    ['date', '2024-02-30', bad],
    ['date', "2024-01-01' or '1'='1", bad],
    ['date', 20240101, bad],
    ['boolean', true, true],
    ['boolean', 'false', false],
    ['boolean', 'yes', bad],
    ['boolean', ['true', false], [true, false]],
  ])('a tag of %s given %j → %j', (type, given, expected) => {
    expect(outcome({ tag: { type }, given })).toEqual(expected)
  })

  test('and says by its display name what it does not', () => {
    const tags = { a: { type: 'number', 'display-name': 'How many' } }
    const asked = { sql: '{{a}}', tags, parameters: [valueFor('a', '1 or 1=1')] }
    expect(whyNot(() => bind(asked))[1]).toBe(
      'The value of "How many" does not fit. It takes numbers.',
    )
  })
})

describe('how values are bound', () => {
  const number = { type: 'number' }
  test.each<[string, object, unknown, string, unknown[], string]>([
    ['postgres', {}, 'x', 'CAST($1 AS text)', ['x'], "CAST('x' AS text)"],
    ['postgres', number, 5, 'CAST($1 AS integer)', [5], 'CAST(5 AS integer)'],
    ['postgres', number, 5e9, 'CAST($1 AS bigint)', [5e9], 'CAST(5000000000 AS bigint)'],
    ['postgres', number, 1.5, 'CAST($1 AS numeric)', ['1.5'], "CAST('1.5' AS numeric)"],
    ['postgres', { type: 'boolean' }, true, 'CAST($1 AS boolean)', [true], 'CAST(TRUE AS boolean)'],
    ['mysql', {}, "o'x", '?', ["o'x"], "'o''x'"],
    ['mysql', number, 5, '5', [], '5'],
    ['mysql', number, -5, '?', [-5], '-5'],
    ['mysql', number, '1,2', '1, 2', [], '1, 2'],
    ['mysql', { type: 'date' }, '2024-01-01', 'CAST(? AS DATE)', ['2024-01-01'], ''],
  ])('on %s: %j given %j', (engine, tag, given, sql, parameters, shown) => {
    const asked = { sql: 'in ({{a}})', tags: { a: tag }, parameters: [valueFor('a', given)] }
    expect(compiled(asked, engine)).toEqual({ sql: `in (${sql})`, parameters })
    if (shown !== '') expect(bind(asked, engine).shown({ pretty: true })).toBe(`in (${shown})`)
  })

  test.each([
    ['t_{{n}}', 't_ 5'],
    ['{{n}}x', '5 x'],
    ['{{n}}{{n}}', '55'],
    ['limit {{n}};', 'limit 5;'],
    ['({{n}},{{n}})', '(5,5)'],
  ])('no value makes a name: %s', (sql, expected) => {
    const asked = { sql, tags: { n: number }, parameters: [valueFor('n', 5)] }
    expect(compiled(asked, 'mysql').sql).toBe(expected)
  })

  test('each value is bound once where places have numbers, and all around is as it was', () => {
    const sql = ' select\r\n\'?\' || {{a}} -- $1 {{a}}\n, "{{", {{ b }}\t, {{a}} ; '
    const parameters = [valueFor('a', 'x'), valueFor('b', 2)]
    expect(compiled({ sql, tags: { a: {}, b: { type: 'number' } }, parameters })).toEqual({
      sql: ` select\r\n'?' || CAST($1 AS text) -- $1 {{a}}\n, "{{", CAST($2 AS integer)\t, CAST($1 AS text) ; `,
      parameters: ['x', 2],
    })
  })
})

describe('which parameter is for which tag', () => {
  const tags = { a: { id: 'id-a' }, b: { id: 'a' }, d: {} }
  test.each<[object, unknown]>([
    [{ target: ['variable', ['template-tag', 'a']] }, 'a'],
    [{ target: ['dimension', ['template-tag', 'a']] }, 'a'],
    [{ target: ['variable', ['template_tag', 'a']], id: 'a' }, 'a'],
    [{ target: ['variable', ['template-tag', { id: 'id-a' }]] }, 'a'],
    [{ id: 'id-a' }, 'a'],
    [{ id: 'a' }, 'b'],
    [{ id: 'd' }, 'd'],
    [{ id: 'b' }, 'validation'],
    [{ id: 'id-a', target: ['variable', ['template-tag', 'b']] }, 'b'],
    [{ target: ['variable', ['template-tag', 'c']] }, 'validation'],
    [{ target: ['variable', ['template-tag', '__proto__']] }, 'validation'],
    [{ target: ['dimension', ['field', 1, null]] }, 'validation'],
    [{ id: 'nobody' }, 'validation'],
    [{}, 'validation'],
  ])('%j → %s', (parameter, expected) => {
    const asked = {
      sql: '[[a{{a}}]][[b{{b}}]][[d{{d}}]]',
      tags,
      parameters: [{ ...parameter, value: 'v' }],
    }
    const [word] = whyNot(() => bind(asked))
    expect(word === 'nothing' ? compiled(asked).sql.charAt(0) : word).toBe(expected)
  })

  test('one without a value is for whatever it likes, two are for no one tag', () => {
    const nobody = { id: 'nobody', value: null }
    expect(compiled({ sql: 'x', parameters: [nobody] })).toEqual({ sql: 'x', parameters: [] })
    const twice = [valueFor('a', 'v'), valueFor('a', 'w')]
    expect(whyNot(() => bind({ sql: '{{a}}', tags, parameters: twice }))[0]).toBe('validation')
    const half = [valueFor('a', undefined), valueFor('a', 'w')]
    expect(compiled({ sql: '{{a}}', tags, parameters: half }).parameters).toEqual(['w'])
  })

  const some: Readonly<Record<string, unknown>> = { number: 1, text: 'x', boolean: true }

  test.each<[{ type: string }, string, boolean]>([
    [{ type: 'number' }, 'number', true],
    [{ type: 'number' }, 'number/=', true],
    [{ type: 'number' }, 'id', true],
    [{ type: 'number' }, 'category', true],
    [{ type: 'number' }, 'number/>=', false],
    [{ type: 'number' }, 'string/=', false],
    [{ type: 'text' }, 'string/=', true],
    [{ type: 'text' }, 'location/city', true],
    [{ type: 'text' }, 'string/!=', false],
    [{ type: 'text' }, 'number', false],
    [{ type: 'date' }, 'date/single', true],
    [{ type: 'date' }, 'date/range', false],
    [{ type: 'boolean' }, 'boolean/=', true],
    [{ type: 'boolean' }, 'text', false],
  ])('a saved %j takes values of %s: %s', (tag, type, takes) => {
    const parameters = [valueFor('a', some[tag.type] ?? '2024-01-01', { type })]
    const asked = { sql: '{{a}}', tags: { a: tag }, parameters }
    expect(whyNot(() => bind(asked))[0]).toBe('nothing')
    expect(whyNot(() => bind({ ...asked, isSaved: true }))[0]).toBe(
      takes ? 'nothing' : 'validation',
    )
  })
})

describe('what has no value', () => {
  const why = (sql: string, tags = {}) => whyNot(() => bind({ sql, tags }))

  test('fails by its name, all of them at once', () => {
    const tags = { a: { 'display-name': 'An A' }, b: {} }
    expect(why('{{a}} {{b}} {{c}} {{a}}', tags)).toEqual([
      'missing-required-parameter',
      'The parameters "An A", "b", "c" need values before this query can run.',
    ])
    const needed = { a: { required: true }, b: { required: true } }
    expect(why('[[{{a}}]] [[{{b}}]] [[{{c}}]]', needed)[1]).toMatch(/^The parameters "a", "b" need/)
    expect(why('{{nobody}}')[0]).toBe('missing-required-parameter')
    expect(why('x [[{{nobody}}]]')[0]).toBe('nothing')
  })

  test.each([
    ['[[a {{x}} [[b {{y}}]] c]] d', 'a 1  c d'],
    ['[[a {{y}} [[b {{x}}]] c]] d', ' d'],
    ['[[a {{x}} {{y}}]]d', 'd'],
    ['[[a {{x}}]][[b {{y}}]]', 'a 1'],
  ])('%s → %s', (sql, expected) => {
    const tags = { x: { type: 'number' }, y: {} }
    const asked = { sql, tags, parameters: [valueFor('x', 1)] }
    expect(compiled(asked, 'mysql').sql).toBe(expected)
  })

  test.each([
    ['{{', 'invalid-query'],
    ["'{{a}}'", 'invalid-query'],
    ['$1 {{a}}', 'invalid-query'],
    ['{{snippet: nobody}}', 'invalid-query'],
    ['{{#12}}', 'not-found'],
  ])('%s is not run: %s', (sql, word) => {
    expect(why(sql, { a: { default: 'd' } })[0]).toBe(word)
  })

  test('a hundred thousand tags are too many', () => {
    expect(why('{{a}}'.repeat(100_000), { a: { default: 'd' } })[0]).toBe('validation')
  })
})

test.each([
  ['select 1', 'validation'],
  ['select 1 -- {{city}}', 'validation'],
  ['select 1 /* {{city}} */', 'validation'],
  ['x [[and {{city}} and {{person}}]]', 'validation'],
  ['x [[y [[{{city}} {{person}}]] ]]', 'validation'],
  ['x [[and {{city}}]] [[and {{person}}]]', 'nothing'],
  ['x {{city}}', 'nothing'],
])('a value that binds is never left out of what runs: %s', (sql, word) => {
  const parameters = [valueFor('city', 'Oslo', { isBinding: true })]
  expect(whyNot(() => bind({ sql, tags: { city: {}, person: {} }, parameters }))[0]).toBe(word)
})
