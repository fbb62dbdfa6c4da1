import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { quoteRulesOf, refusalOf } from '../../../../infra/engines/mysql/reading-statement.ts'

const usual = quoteRulesOf('STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION')
const ansi = quoteRulesOf('REAL_AS_FLOAT,ANSI_QUOTES,ANSI')
const noEscapes = quoteRulesOf('NO_BACKSLASH_ESCAPES')

const notReading = /^Only a single statement that reads can be run here: it begins with SELECT,/
const intoFile = /INTO OUTFILE/

describe('statements that read', () => {
  test.each([
    'select 1',
    '((SELECT 1) union (select 2))',
    'with a as (select 1) select * from a',
    'table people',
    'values (1), (2)',
    'show tables',
    'describe people',
    'desc people',
    'explain select 1',
    '-- a note\nselect 1',
    '--\tbegin\n# begin\n/* begin */ ( /**/ select 1',
    '/*+ MAX_EXECUTION_TIME(5) */ select 1',
    'select /*!40001 SQL_NO_CACHE */ 1',
    'select`a`from t',
    `select 'into outfile'`,
    `select 'it''s into outfile', "say ""into outfile""", \`into outfile\``,
    `select 'it\\'s into outfile', "a \\" into outfile"`,
    `select 1 -- into outfile\n, 2 # into outfile\n /* into outfile */`,
    'select outfile from dumpfile',
    'select intooutfile from t',
  ])('%j may run', (sql) => {
    expect(refusalOf(sql, usual)).toBeUndefined()
  })
})

describe('statements that may do more', () => {
  test.each([
    '',
    '-- nothing',
    ';',
    '()',
    'selection',
    '; select 1',
    'begin not atomic commit; end',
    '/* select */ begin not atomic commit; end',
    '# select\nbegin not atomic commit; end',
    '--select 1\nbegin not atomic commit; end',
    '(begin not atomic select 1; end)',
    'call p()',
    `execute immediate 'commit'`,
    `prepare s from 'commit'`,
    'execute s',
    'set statement max_statement_time = 1 for call p()',
    'set session transaction read write',
    'commit',
    'analyze table people',
    'do sleep(1)',
    'handler t open',
    'kill 1',
    '/*! select 1 */',
    '/*!50000 begin not atomic commit; end */',
    '/*M! begin not atomic */ commit; end',
    '/*!begin*/ not atomic select 1; end',
    `'select' 1`,
    '`select` 1',
  ])('%j may not', (sql) => {
    for (const rules of [usual, ansi, noEscapes]) expect(refusalOf(sql, rules)).toMatch(notReading)
  })

  test.each([
    `select 1 into outfile '/tmp/x'`,
    `select 1 INTO\n/* here */ -- and\n DumpFile '/tmp/x'`,
    `table people into/**/outfile'/tmp/x'`,
    `select 1 /*! into outfile '/tmp/x' */`,
    `select 1 /*!50000into*/ outfile '/tmp/x'`,
    `select 1 /*M!100100 into */outfile '/tmp/x'`,
    `select 1 /*!99999 ' */ into outfile '/tmp/x' /*' */`,
    `select '\\\\' into outfile '/tmp/x'`,
    `select 1.5into outfile '/tmp/x'`,
    `select 1e5into outfile '/tmp/x'`,
    `select \\Ninto outfile '/tmp/x'`,
    `select 1 --\u0001 '\n into outfile '/tmp/x'`,
    `select 1--1 into outfile '/tmp/x'`,
    `select '' '''' into outfile '/tmp/x'`,
    `select * from (select 1) a into outfile '/tmp/x'`,
  ])('%j writes a file', (sql) => {
    expect(refusalOf(sql, usual)).toMatch(intoFile)
  })

  test('quotes end where the modes of the server say so', () => {
    const inDouble = `select 1 as "a\\" into outfile '/tmp/x' -- "`
    expect(refusalOf(inDouble, usual)).toBeUndefined()
    expect(refusalOf(inDouble, ansi)).toMatch(intoFile)
    expect(refusalOf(inDouble, noEscapes)).toMatch(intoFile)
    const inSingle = `select 'a\\' into outfile '/tmp/x' -- '`
    expect(refusalOf(inSingle, usual)).toBeUndefined()
    expect(refusalOf(inSingle, noEscapes)).toMatch(intoFile)
  })
})

/** Any text between quotes of one kind, written as the usual modes want it. */
const quotedText = fc
  .tuple(fc.constantFrom("'", '"', '`'), fc.string({ unit: 'grapheme' }))
  .map(([quote, text]) => {
    const body = quote === '`' ? text : text.replaceAll('\\', '\\\\')
    return `${quote}${body.replaceAll(quote, quote + quote)}${quote}`
  })
const blank = fc.constantFrom(' ', '\n', '\t', '\r\n')
const lineText = fc.string().map((text) => text.replaceAll('\n', ' '))
const lineComment = fc
  .tuple(fc.constantFrom('#', '-- ', '--\t'), lineText)
  .map(([opening, text]) => `${opening}${text}\n`)
const blockComment = fc
  .string()
  .map((text) => `/* ${text.replaceAll('*/', '* /')} */`)
  .filter((text) => text.indexOf('*/') === text.length - 2)
const gap = fc
  .array(fc.oneof(blank, lineComment, blockComment), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
const spelt = (word: string) =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) => [...word].map((it, at) => (upper[at] ? it.toUpperCase() : it)).join(''))
const harmless = fc
  .array(fc.oneof(quotedText, gap, fc.constantFrom('a', ',', '1', '(', ')', '-', 'into')), {
    maxLength: 8,
  })
  .map((parts) => parts.join(' '))

describe('whatever stands around it', () => {
  test('the first word decides', () => {
    const opening = fc.array(fc.oneof(gap, fc.constant('(')), { maxLength: 4 })
    fc.assert(
      fc.property(opening, spelt('select'), spelt('begin'), gap, (before, select, begin, after) => {
        const prefix = before.join('')
        expect(refusalOf(`${prefix}${select}${after}1`, usual)).toBeUndefined()
        expect(refusalOf(`${prefix}${begin}${after}1`, usual)).toMatch(notReading)
      }),
    )
  })

  test('INTO OUTFILE is seen in code, and in nothing else', () => {
    const file = fc.constantFrom('outfile', 'dumpfile').chain(spelt)
    fc.assert(
      fc.property(
        harmless,
        spelt('into'),
        gap,
        file,
        harmless,
        (before, into, space, word, after) => {
          const writing = `${into}${space}${word}`
          expect(refusalOf(`select ${before} ${writing} ${after}`, usual)).toMatch(intoFile)
          const plain = writing.replaceAll(/[^a-z ]/gi, ' ')
          for (const hidden of [`'${plain}'`, `"${plain}"`, `\`${plain}\``, `/* ${plain} */`])
            expect(refusalOf(`select ${before} ${hidden} ${after}`, usual)).toBeUndefined()
        },
      ),
    )
  })
})
