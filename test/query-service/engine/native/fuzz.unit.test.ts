import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Catalogue } from '../../../../query-service/engine/mbql/catalogue.ts'
import { tagTypes } from '../../../../shared/contract/template-tag.ts'
import { bindNative, whyNot } from '../../../support/native-lab.ts'
import { orders, shopCatalogue } from '../../../support/shop-catalogue.ts'

const names = ['a', 'b', '__proto__', 'constructor', 'snippet: s', '#1']
const words = [
  ...names.map((name) => `{{${name}}}`),
  ...['[[', ']]', '{{', '}}', '"', "'", '-- ', '/*', '*/', '\n', ' select ', '?', '$1', ';', '\\'],
  ...['[{"$match": ', '}]', ',', '1', 'x'],
]

const value = fc.oneof(
  fc.constantFrom(null, '', 'today', 'past3months', '2024-01-01~', 'Q1-2024', 'exclude-days-Mon'),
  fc.constantFrom(true, 0, -1.5, 1e21, '1,2', "' or 1=1", '$x', {}, [], [[]], [null], '\u0000'),
  fc.array(fc.oneof(fc.string(), fc.double(), fc.constant(null)), { maxLength: 3 }),
  fc.string(),
  fc.integer(),
)
const type = fc.constantFrom(
  ...['id', 'category', 'number/=', 'number/between', 'string/=', 'string/contains', 'boolean/='],
  ...['date/single', 'date/all-options', 'temporal-unit', 'nonsense', '__proto__'],
)
const tag = fc.record(
  {
    id: fc.constantFrom('i', 'j'),
    type: fc.constantFrom(...tagTypes),
    required: fc.boolean(),
    default: value,
    dimension: fc.constantFrom(...Object.values(orders).map((id) => ['field', id, null]), 5, []),
    'widget-type': type,
    alias: fc.constantFrom('o.x', 'x;', '"'),
    'card-id': fc.constantFrom(1, 2),
  },
  { requiredKeys: ['type'] },
)
const parameter = fc.record(
  {
    id: fc.constantFrom('i', 'j', 'k'),
    type,
    target: fc.constantFrom(...names.map((name) => ['variable', ['template-tag', name]]), 5, []),
    value,
    default: value,
    options: fc.constantFrom({}, { 'case-sensitive': false }, 5),
  },
  { requiredKeys: [] },
)

const catalogueOf = (engine: string): Catalogue => ({
  ...shopCatalogue(engine),
  snippet: (_, name) => (name === 's' ? '{{a}} [[ {{snippet: s}} ]]' : undefined),
})

const expected = new Set([
  ...['nothing', 'validation', 'not-found', 'invalid-query'],
  ...['missing-required-parameter', 'unsupported-feature'],
])

test('whatever is asked, there is a statement or a reason why there is none', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('postgres', 'mysql', 'h2', 'mongo'),
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }),
      fc.dictionary(fc.constantFrom(...names), tag, { noNullPrototype: true }),
      fc.array(parameter, { maxLength: 3 }),
      fc.boolean(),
      (engine, pieces, tags, parameters, isSaved) => {
        const asked = { sql: pieces.join(''), tags, parameters, isSaved }
        const [word] = whyNot(() => bindNative(asked, catalogueOf(engine)).shown({ pretty: true }))
        expect([...expected]).toContain(word)
      },
    ),
    { numRuns: 3_000 },
  )
})
