import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  h2Lexicon,
  jsonLexicon,
  mysqlLexicon,
  postgresLexicon,
} from '../../../../shared/sql/lexicon.ts'
import { type Piece, parseTemplate, tagsIn } from '../../../../shared/sql/template/parse.ts'

const lexicons = {
  postgres: postgresLexicon,
  mysql: mysqlLexicon,
  h2: h2Lexicon,
  json: jsonLexicon,
}
type Language = keyof typeof lexicons

/** `a{x}b` for text, tag, text; `<…>` around optional parts; `'` behind a tag in quotes. */
const sketch = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text
      if (piece.kind === 'tag') return `{${piece.name}}${piece.quoted ? "'" : ''}`
      return `<${sketch(piece.pieces)}>`
    })
    .join('')

const parse = (text: string, language: Language = 'postgres') =>
  parseTemplate(text, lexicons[language])

describe('tags and optional parts', () => {
  test.each([
    ['{{a}}', '{a}'],
    ['select {{a}}', 'select {a}'],
    ['select {{ a }}, {{b}}', 'select {a}, {b}'],
    ['select {{\ta\n}}', 'select {a}'],
    ['{{a}}{{a}}', '{a}{a}'],
    ['{{A}}{{a}}', '{A}{a}'],
    ['{{a b}}', '{a b}'],
    ["{{it's}}", "{it's}"],
    ['{{#12-orders}} {{snippet: x, y}}', '{#12-orders} {snippet: x, y}'],
    ['{{{a}}}', '{{a}}'],
    ['{{{{a}}}}', '{{{a}}}'],
    ['{{a}}}', '{a}}'],
    ['{{a}} }}', '{a} }}'],
    ['{ {{a}} }', '{ {a} }'],
    ['{{a}} ]]', '{a} ]]'],
    [']] [[x {{a}}]]', ']] <x {a}>'],
    ['x [[and y = {{y}}]] z', 'x <and y = {y}> z'],
    ['[[a {{b}} [[c {{d}}]] e]]', '<a {b} <c {d}> e>'],
    ['[[[[{{a}}]]]]', '<<{a}>>'],
    ['[[[{{a}}]]]', '<[{a}>]'],
    ['x[{{n}}]', 'x[{n}]'],
    ['x[y[{{n}}]]', 'x[y[{n}]]'],
    ['{{1,2}}', '{1,2}'],
  ])('%s is read as %s', (text, expected) => {
    const { pieces, problem, hasTags } = parse(text)
    expect([sketch(pieces), problem, hasTags]).toEqual([expected, undefined, true])
  })

  test.each([
    ['{{', 'has no end'],
    ['select {{a', 'has no end'],
    ['select {{a}', 'has no end'],
    ['{{a {{b}} }}', 'has no end'],
    ['{{a{b}}', 'has no end'],
    ['{{}}', 'needs a name'],
    ['{{ \n }}', 'needs a name'],
    ['{{a}} [[', 'no end ]]'],
    ['[[ {{a}}', 'no end ]]'],
    ['[[ {{a}} ]', 'no end ]]'],
    ['{{a}} [[ x ]]', 'needs a tag'],
    ['{{a}} [[]]', 'needs a tag'],
    [`{{a}} ${'[['.repeat(30)} {{a}} ${']]'.repeat(30)}`, 'deep'],
  ])('%s is a problem', (text, problem) => {
    expect(parse(text).problem).toContain(problem)
  })

  test.each([
    'select 1',
    'select array[[1,2],[3,4]]',
    "select '{{1,2},{3,4}}'::int[]",
    "select '{{1,2}}', '{{}}', '{{'",
    `select '{"a": {"b": 1}}'::json`,
    'select 1 as "{{"',
    'select 1 [[ where x ]]',
    'select 1 -- {{tag}} [[',
    'select /* {{tag}} */ 1',
    'select /* [[ {{',
    'select $$ {{1,2}} -- $$',
    ']] }} ]',
    '',
  ])('%s has none', (text) => {
    expect(parse(text)).toMatchObject({ pieces: [{ kind: 'text', text }], hasTags: false })
    expect(parse(text).problem).toBeUndefined()
  })
})

describe('what is no code', () => {
  test.each<[Language, string, string]>([
    ['postgres', '-- {{a}}\n{{b}}', '-- {{a}}\n{b}'],
    ['postgres', '-- {{a}}\r{{b}}', '-- {{a}}\r{b}'],
    ['postgres', "'--' {{a}}", "'--' {a}"],
    ['postgres', '/* /* */ {{a}} */ {{b}}', '/* /* */ {{a}} */ {b}'],
    ['mysql', '/* /* */ {{a}} */ {{b}}', '/* /* */ {a} */ {b}'],
    ['postgres', '[[ x /* ]] */ {{a}} ]]', '< x /* ]] */ {a} >'],
    ['postgres', "[[ ']]' {{a}} ]]", "< ']]' {a} >"],
    ['postgres', "'{{a}}'", "'{a}''"],
    ['postgres', "'%{{ a }}%'", "'%{a}'%'"],
    ['postgres', '"{{a}}"', '"{a}\'"'],
    ['postgres', "'it''s {{a}}'", "'it''s {a}''"],
    ['postgres', "'\\' {{a}}", "'\\' {a}"],
    ['postgres', "E'\\' {{a}}'", "E'\\' {a}''"],
    ['mysql', "'\\' {{a}}'", "'\\' {a}''"],
    ['mysql', "'\\\\' {{a}}", "'\\\\' {a}"],
    ['mysql', '`{{a}}` {{b}}', "`{a}'` {b}"],
    ['mysql', '# {{a}}\n{{b}}', '# {{a}}\n{b}'],
    ['postgres', 'a # {{a}}', 'a # {a}'],
    ['postgres', '$$ {{a}} $$ {{b}}', "$$ {a}' $$ {b}"],
    ['postgres', "$x$ ' $$ {{a}} $x$ {{b}}", "$x$ ' $$ {a}' $x$ {b}"],
    ['postgres', 'a$b$ {{c}}', 'a$b$ {c}'],
    ['mysql', 'a $$ {{b}} $$', 'a $$ {b} $$'],
    ['postgres', 'é$b$ {{c}} é$b$ {{d}}', 'é$b$ {c} é$b$ {d}'],
    ['postgres', '$é$ {{a}} $é$ {{b}}', "$é$ {a}' $é$ {b}"],
    ['postgres', "éE'\\' {{a}}", "éE'\\' {a}"],
    ['mysql', 'select 10--{{a}}', 'select 10--{a}'],
    ['mysql', 'a --\t{{b}}\n{{c}} --', 'a --\t{{b}}\n{c} --'],
    ['mysql', '--\n{{a}}', '--\n{a}'],
    ['postgres', '10--{{a}}', '10--{{a}}'],
    ['h2', '10--{{a}} // {{b}}\n{{c}}', '10--{{a}} // {{b}}\n{c}'],
    ['h2', '1 // {{a}}\n{{b}}', '1 // {{a}}\n{b}'],
    ['mysql', '1 // {{a}}', '1 // {a}'],
    ['h2', '$a$ {{b}} $a$', '$a$ {b} $a$'],
    ['h2', "$$ ' {{a}} $$ é$$ {{b}}", "$$ ' {a}' $$ é$$ {b}"],
    ['h2', '`{{a}}` /* /* */ {{b}} */ {{c}}', "`{a}'` /* /* */ {{b}} */ {c}"],
    ['postgres', "' {{1,2}} {{a}}", "' {{1,2}} {a}'"],
    ['json', '{"a": {{a}}}', '{"a": {a}}'],
    ['json', '{"a": "x {{a}} y"}', '{"a": "x {a}\' y"}'],
    ['json', '{"a": "\\" {{a}}"}', '{"a": "\\" {a}\'"}'],
    ['json', '{"a": "--{{a}}", "b": [[1],[2]]}', '{"a": "--{a}\'", "b": [[1],[2]]}'],
    ['json', '[[[{{a}}]], [[1]]]', '<[{a}>, [[1]]]'],
  ])('of %s: %s', (language, text, expected) => {
    const { pieces, problem } = parse(text, language)
    expect([sketch(pieces), problem]).toEqual([expected, undefined])
  })

  test.each<[Language, string, string | undefined]>([
    ['mysql', 'select ?, {{a}}', '?'],
    ['mysql', "select '?', {{a}} -- ?", undefined],
    ['mysql', 'select $1, {{a}}', undefined],
    ['postgres', 'select $12, {{a}}', '$12'],
    ['postgres', "select '$1', a$1, {{a}} /* $1 */", undefined],
    ['postgres', `select x ? 'y', {{a}}`, undefined],
    ['h2', 'select ?, {{a}}', '?'],
    ['h2', 'select $2, {{a}}', '$2'],
    ['postgres', 'select é$1, {{a}}', undefined],
    ['json', '{"$1": "?", "b": {{a}}}', undefined],
  ])('of %s: %s has the placeholder %s', (language, text, expected) => {
    expect(parse(text, language).placeholder).toBe(expected)
  })
})

const noise = fc.array(
  fc.constantFrom(
    ...[
      '{{',
      '}}',
      '[[',
      ']]',
      '{',
      '}',
      '[',
      ']',
      "'",
      '"',
      '`',
      '--',
      '//',
      '/*',
      '*/',
      '$$',
      '$a$',
      'é',
    ],
    ...['#', '\\', '\n', 'a', ' ', 'E', '?', '$1', '{{a}}', '[[{{b}}]]', ';', ':', '\u{1F600}'],
  ),
  { maxLength: 40 },
)

test('any text is read, and what is read is the text', () => {
  const written = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) => {
        if (piece.kind === 'text') return piece.text
        return piece.kind === 'tag' ? `{{${piece.name}}}` : `[[${written(piece.pieces)}]]`
      })
      .join('')
  fc.assert(
    fc.property(noise, fc.constantFrom(...Object.values(lexicons)), (words, lexicon) => {
      const text = words.join('')
      const { pieces, problem, hasTags } = parseTemplate(text, lexicon)
      if (problem !== undefined) return
      expect(written(pieces).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      expect(tagsIn(pieces).length > 0).toBe(hasTags)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  '{{',
  '[[',
  ']]',
  '{',
  '{{a}}',
  "'",
  '/*',
  '--',
  '$a$ ',
  '$$',
  '{{a',
  '{{a ',
  "'{{",
  '{{a}',
  '[[{{a}}',
  '[[{{a}}]]',
  '?',
  '\\',
  'E',
  "E'\\",
  'a$1',
  'é$é',
  '$é',
  '//',
])('a long text of %s comes to an end', (word) => {
  const text = word.repeat(300_000 / word.length)
  const opened = `'${text}`
  for (const lexicon of Object.values(lexicons))
    for (const hostile of [text, opened]) expect(parseTemplate(hostile, lexicon)).toBeDefined()
})
