import { expect, test } from '@jest/globals'
import { withTokenTexts } from '../../../query-service/embed/text-card.ts'
import { admit } from '../../../shared/embedding/gate.ts'
import type { DashcardRow } from '../../../shared/views/dashboard.ts'

const admitted = admit(
  {
    parameters: [{ id: 'p', slug: 'city', type: 'string/=' }],
    embedding_params: { city: 'locked' },
  },
  { city: 'Oslo' },
  {},
)

const filled = (text: string) => {
  const dashcard = {
    card_id: null,
    parameter_mappings: [{ parameter_id: 'p', target: ['text-tag', 'city'] }],
    visualization_settings: { text },
  } as unknown as DashcardRow
  return withTokenTexts(dashcard, admitted).visualization_settings.text
}

test.each([
  ['in {{city}} and {{ city }}', 'in Oslo and Oslo'],
  ['[[in {{\tcity\n}}]]', 'in Oslo'],
  ['[[in {{city}} of {{state}}]]', '[[in {{city}} of {{state}}]]'],
  ['{{state}} {{}} {{ }} {{city', '{{state}} {{}} {{ }} {{city'],
  ['{{{city}}}', '{Oslo}'],
])('%j', (text, expected) => {
  expect(filled(text)).toBe(expected)
})

test('hostile text is filled at once', () => {
  for (const part of [' ', '{{', '{{ ', '[[', '[[{{ ', '}', ']', '{'])
    for (const start of ['{{', '[[{{'])
      expect(filled(`${start}${part.repeat(100_000 / part.length)}`)).toContain(part)
})
