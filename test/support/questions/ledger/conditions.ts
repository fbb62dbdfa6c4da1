import { at, but, type Case, day, flag, m, n, price, ratio, word } from './reference.ts'

/** Comparisons, and what they make of nulls. */
const comparisons: readonly Case[] = [
  ['= a number', (l) => ['=', n(l), 3], 'n = 3'],
  ['= a decimal', (l) => ['=', price(l), 0], 'price = 0'],
  ['= a float', (l) => ['=', ratio(l), 0.25], 'ratio = 0.25'],
  ['= a text', (l) => ['=', word(l), 'ab'], "word = 'ab'"],
  ['= the empty text', (l) => ['=', word(l), ''], "word = ''"],
  ['= a text with a quote', (l) => ['=', word(l), "it's"], "word = 'it''s'"],
  ['= many', (l) => ['=', n(l), 1, 2, 3], 'n in (1, 2, 3)'],
  ['= many or null', (l) => ['=', n(l), 1, null], 'n = 1 or n is null'],
  ['in', (l) => ['in', word(l), ['ab', 'abc']], "word in ('ab', 'abc')"],
  ['not-in keeps nulls', (l) => ['not-in', n(l), [1, 2]], 'n is null or n not in (1, 2)'],
  ['!= keeps nulls', (l) => ['!=', n(l), 3], 'n is null or n <> 3'],
  ['!= of texts keeps nulls', (l) => ['!=', word(l), 'ab'], "word is null or word <> 'ab'"],
  ['!= many keeps nulls', (l) => ['!=', n(l), 1, 2, 3], 'n is null or n not in (1, 2, 3)'],
  ['!= null', (l) => ['!=', n(l), null], 'n is not null'],
  ['= another column', (l) => ['=', n(l), m(l)], 'n = m'],
  ['< another column', (l) => ['<', price(l), ratio(l)], 'price < ratio'],
  ['<', (l) => ['<', n(l), 2], 'n < 2'],
  ['<= a fraction', (l) => ['<=', n(l), 2.5], 'n <= 2.5'],
  ['> of decimals', (l) => ['>', price(l), 10.01], 'price > 10.01'],
  ['>= of floats', (l) => ['>=', ratio(l), -0.25], 'ratio >= -0.25'],
  ['< of texts', (l) => ['<', word(l), 'abc'], "word < 'abc'"],
  ['between has both ends', (l) => ['between', n(l), 1, 4], 'n >= 1 and n <= 4'],
  ['between of decimals', (l) => ['between', price(l), -1, 9.99], 'price between -1 and 9.99'],
  ['between, the wrong way round', (l) => ['between', n(l), 4, 1], 'n between 4 and 1'],
  ['is true', (l) => ['=', flag(l), true], 'flag = true'],
  ['is false', (l) => ['=', flag(l), false], 'flag = false'],
  ['!= true keeps nulls', (l) => ['!=', flag(l), true], 'flag is null or flag = false'],
  [
    'inside',
    (l) => ['inside', ratio(l), n(l), 9, -1, 0.25, 4],
    'ratio between 0.25 and 9 and n between -1 and 4',
  ],
  ['is-null', (l) => ['is-null', price(l)], 'price is null'],
  ['not-null', (l) => ['not-null', at(l)], 'at is not null'],
  ['is-empty of a text', (l) => ['is-empty', word(l)], "word is null or word = ''"],
  ['not-empty of a text', (l) => ['not-empty', word(l)], "word is not null and word <> ''"],
  ['is-empty of a number', (l) => ['is-empty', n(l)], 'n is null'],
  ['not-empty of a day', (l) => ['not-empty', day(l)], 'due is not null '],
]

/** LIKE without a character that escapes: MariaDB has one unless told otherwise. */
const like = (condition: string) => `${condition} escape '!'`

const searches: readonly Case[] = [
  ['contains counts case', (l) => ['contains', word(l), 'b'], "word like '%b%'"],
  [
    'contains in any case',
    (l) => ['contains', word(l), 'AB', { 'case-sensitive': false }],
    "lower(word) like '%ab%'",
  ],
  [
    'contains of many',
    (l) => ['contains', {}, word(l), 'ab', '10'],
    "word like '%ab%' or word like '%10%'",
  ],
  [
    'contains of many in any case',
    (l) => ['contains', { 'case-sensitive': false }, word(l), 'ABC', 'IT'],
    "lower(word) like '%abc%' or lower(word) like '%it%'",
  ],
  ['starts-with', (l) => ['starts-with', word(l), 'ab'], "word like 'ab%'"],
  [
    'starts-with in any case',
    (l) => ['starts-with', word(l), 'ab', { 'case-sensitive': false }],
    "lower(word) like 'ab%'",
  ],
  [
    'starts-with of many',
    (l) => ['starts-with', {}, word(l), 'A', '1'],
    "word like 'A%' or word like '1%'",
  ],
  ['ends-with', (l) => ['ends-with', word(l), 'c'], "word like '%c'"],
  [
    'ends-with of many',
    (l) => ['ends-with', {}, word(l), 'c', 's'],
    "word like '%c' or word like '%s'",
  ],
  [
    'does-not-contain keeps nulls',
    (l) => ['does-not-contain', word(l), 'b'],
    "word is null or word not like '%b%'",
  ],
  [
    'does-not-contain of many: none of them',
    (l) => ['does-not-contain', {}, word(l), 'b', '1'],
    "word is null or (word not like '%b%' and word not like '%1%')",
  ],
  [
    'does-not-contain in any case',
    (l) => ['does-not-contain', word(l), 'AB', { 'case-sensitive': false }],
    "word is null or lower(word) not like '%ab%'",
  ],
  [
    'not contains keeps nulls',
    (l) => ['not', ['contains', word(l), 'b']],
    "word is null or word not like '%b%'",
  ],
  [
    'not starts-with keeps nulls',
    (l) => ['not', ['starts-with', word(l), 'ab']],
    "word is null or word not like 'ab%'",
  ],
  [
    'not ends-with keeps nulls',
    (l) => ['not', ['ends-with', word(l), 'c']],
    "word is null or word not like '%c'",
  ],
  [
    'not does-not-contain drops them',
    (l) => ['not', ['does-not-contain', word(l), 'b']],
    "word like '%b%'",
  ],
  ['a per cent sign is one', (l) => ['contains', word(l), 'b%'], like("word like '%b!%%'")],
  ['an underscore is one', (l) => ['contains', word(l), 'b_c'], like("word like '%b!_c%'")],
  [
    'a backslash is one',
    (l) => ['contains', word(l), 'k\\s'],
    but(like("word like '%k\\\\s%'"), like("word like '%k\\s%'")),
  ],
  ['accents count', (l) => ['contains', word(l), 'ï'], "word like '%ï%'"],
]

const junctions: readonly Case[] = [
  ['and', (l) => ['and', ['>', n(l), 0], ['<', m(l), 4]], 'n > 0 and m < 4'],
  ['or', (l) => ['or', ['>', n(l), 6], ['=', m(l), 0]], 'n > 6 or m = 0'],
  [
    'or within and',
    (l) => ['and', ['or', ['=', n(l), 1], ['=', n(l), 2]], ['not-null', m(l)]],
    '(n = 1 or n = 2) and m is not null',
  ],
  [
    'and within and',
    (l) => ['and', ['and', ['>', n(l), 0], ['<', n(l), 5]], ['!=', n(l), 3]],
    'n in (1, 2, 4)',
  ],
  ['and of one, nothing beside it', (l) => ['and', null, ['=', n(l), 1]], 'n = 1'],
  ['not and', (l) => ['not', ['and', ['>', n(l), 0], ['<', m(l), 4]]], 'n <= 0 or m >= 4'],
  ['not or', (l) => ['not', ['or', ['>', n(l), 6], ['is-null', m(l)]]], 'n <= 6 and m is not null'],
  ['not not', (l) => ['not', ['not', ['>', n(l), 2]]], 'n > 2'],
  ['not = keeps nulls', (l) => ['not', ['=', n(l), 3]], 'n is null or n <> 3'],
  ['not !=', (l) => ['not', ['!=', n(l), 3]], 'n = 3'],
  ['not < drops nulls', (l) => ['not', ['<', n(l), 2]], 'n >= 2'],
  ['not between', (l) => ['not', ['between', n(l), 1, 4]], 'n < 1 or n > 4'],
  ['not is-empty', (l) => ['not', ['is-empty', word(l)]], "word <> ''"],
  [
    'not inside',
    (l) => ['not', ['inside', ratio(l), n(l), 9, -1, 0.25, 4]],
    'ratio < 0.25 or ratio > 9 or n < -1 or n > 4',
  ],
]

/** The same in forms of old, and in any spelling. */
const spellings: readonly Case[] = [
  ['IS_NULL', (l) => ['IS_NULL', n(l)], 'n is null'],
  ['Starts_With', (l) => ['Starts_With', word(l), 'ab'], "word like 'ab%'"],
  ['field-id', (l) => ['=', ['field-id', n(l)[1]], 3], 'n = 3'],
  ['a bare id', (l) => ['=', n(l)[1], 3], 'n = 3'],
  ['field-literal', () => ['=', ['field-literal', 'n', 'type/Integer'], 3], 'n = 3'],
  [
    'datetime-field',
    (l) => ['=', ['datetime-field', at(l), 'month'], '2023-03-01'],
    "at >= '2023-03-01' and at < '2023-04-01'",
  ],
  [
    'datetime-field as',
    (l) => ['=', ['DATETIME_FIELD', ['field-id', at(l)[1]], 'as', 'year'], '2023-01-01'],
    "at >= '2023-01-01' and at < '2024-01-01'",
  ],
  [
    'a column that is true by itself',
    (l) => ['and', flag(l), ['>', n(l), 2]],
    'flag = true and n > 2',
  ],
  [
    'a key of another table',
    (l) => ['=', ['fk->', l.field('account_id'), l.field('accounts.owner')], 'Ada'],
    'account_id = 1',
  ],
]

/** Which entries a condition keeps. */
export const conditions: readonly Case[] = [...comparisons, ...searches, ...junctions, ...spellings]
