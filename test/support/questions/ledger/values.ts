import { but, type Case, day, m, n, price, ratio, word } from './reference.ts'

const numbers: readonly Case[] = [
  ['+', (l) => ['+', n(l), m(l), 1], 'n + m + 1'],
  ['- from left to right', (l) => ['-', price(l), n(l), 1], 'price - n - 1'],
  ['*', (l) => ['*', price(l), m(l)], 'price * m'],
  ['/ is of floats', (l) => ['/', n(l), 4], 'n / 4.0e0'],
  [
    '/ of 0 is nothing',
    (l) => ['/', 10, m(l)],
    but('10e0 / nullif(m, 0)', '10 / cast(nullif(m, 0) as double precision)'),
  ],
  ['/ of literals', () => ['/', 3, 2], '1.5'],
  ['/ by 0 itself', (l) => ['/', n(l), 0], 'cast(null as decimal(5, 2))'],
  [
    '/ of several',
    (l) => ['/', n(l), m(l), 2],
    but('(n + 0e0) / nullif(m, 0) / 2', 'cast(n as double precision) / nullif(m, 0) / 2'),
  ],
  ['- of nothing', (l) => ['-', n(l), price(l)], 'n - price'],
  ['abs', (l) => ['abs', n(l)], 'abs(n)'],
  ['abs of decimals', (l) => ['abs', price(l)], 'abs(price)'],
  ['floor', (l) => ['floor', price(l)], 'floor(price)'],
  ['ceil', (l) => ['ceil', price(l)], 'ceil(price)'],
  ['floor of floats', (l) => ['floor', ratio(l)], 'floor(ratio)'],
  ['round', (l) => ['round', price(l)], 'round(price)'],
  ['power', (l) => ['power', m(l), 2], 'm * m'],
  ['sqrt', (l) => ['sqrt', m(l)], 'sqrt(m)'],
  ['exp', (l) => ['exp', m(l)], 'exp(m)'],
  [
    'log is of base 10',
    (l) => ['log', ['+', m(l), 1]],
    { postgres: 'log(m + 1)', mysql: 'log10(m + 1)', h2: 'log10(m + 1)' },
  ],
  ['integer', (l) => ['integer', price(l)], 'cast(round(price) as decimal(12))'],
  ['float', (l) => ['float', n(l)], 'n * 1.0'],
  ['coalesce', (l) => ['coalesce', n(l), m(l), -1], 'coalesce(n, m, -1)'],
  ['coalesce of kinds', (l) => ['coalesce', price(l), ratio(l), n(l)], 'coalesce(price, ratio, n)'],
  ['length', (l) => ['length', word(l)], 'char_length(word)'],
  [
    'datetime-diff of days',
    (l) => ['datetime-diff', '2022-01-01', day(l), 'day'],
    {
      postgres: "due - date '2022-01-01'",
      mysql: "datediff(due, '2022-01-01')",
      h2: "datediff(day, date '2022-01-01', due)",
    },
  ],
  [
    'a case in a case',
    (l) => [
      'case',
      [
        [
          ['>', n(l), 0],
          ['case', [[['>', m(l), 2], 2]], { default: 1 }],
        ],
      ],
      { default: 0 },
    ],
    'case when n > 0 then case when m > 2 then 2 else 1 end else 0 end',
  ],
  [
    'a case of columns',
    (l) => [
      'if',
      [
        [['>', n(l), m(l)], n(l)],
        [['<=', n(l), m(l)], m(l)],
      ],
    ],
    'case when n > m then n when n <= m then m end',
  ],
  [
    'a value that is a condition within',
    (l) => ['*', ['case', [[['contains', word(l), 'b'], 1]], { default: 0 }], price(l)],
    "case when word like '%b%' then price else price * 0 end",
  ],
]

const texts: readonly Case[] = [
  ['upper', (l) => ['upper', word(l)], 'upper(word)'],
  ['lower', (l) => ['lower', word(l)], 'lower(word)'],
  [
    'trim of what is around',
    (l) => ['trim', ['concat', '  ', ['coalesce', word(l), 'x'], '  ']],
    "coalesce(word, 'x')",
  ],
  [
    'ltrim, rtrim',
    (l) => ['ltrim', ['rtrim', ['concat', ' ', ['coalesce', word(l), 'x'], ' ']]],
    "coalesce(word, 'x')",
  ],
  ['substring counts from 1', (l) => ['substring', word(l), 1, 2], 'left(word, 2)'],
  ['substring to the end', (l) => ['substring', word(l), 2], 'substring(word from 2)'],
  ['replace', (l) => ['replace', word(l), 'b', 'x'], "replace(word, 'b', 'x')"],
  ['replace of a quote', (l) => ['replace', word(l), "'", '"'], `replace(word, '''', '"')`],
  [
    'split-part',
    (l) => ['split-part', word(l), ',', 1],
    {
      postgres: "split_part(word, ',', 1)",
      mysql: "substring_index(word, ',', 1)",
      h2: "regexp_replace(word, ',.*$', '')",
    },
  ],
  [
    'regex-match-first',
    (l) => ['regex-match-first', word(l), '[b-c]+'],
    {
      postgres: "substring(word from '[b-c]+')",
      mysql: "nullif(regexp_substr(word, '[b-c]+'), '')",
      h2: "regexp_substr(word, '[b-c]+')",
    },
  ],
  ['text of whole numbers', (l) => ['text', n(l)], but('cast(n as char)', 'cast(n as varchar)')],
  [
    'a case of texts',
    (l) => [
      'case',
      [
        [['is-null', n(l)], 'none'],
        [['<', n(l), 0], 'less'],
      ],
      { default: word(l) },
    ],
    "case when n is null then 'none' when n < 0 then 'less' else word end",
  ],
  [
    'concat of a number',
    (l) => ['concat', 'n=', ['coalesce', n(l), 0]],
    but("concat('n=', coalesce(n, 0))", "'n=' || coalesce(n, 0)"),
  ],
  ['coalesce of texts', (l) => ['coalesce', word(l), 'none'], "coalesce(word, 'none')"],
]

/** What formulas of numbers and texts are, entry by entry. */
export const values: readonly Case[] = [...numbers, ...texts]
