import { expect, test } from '@jest/globals'
import {
  parameterWords,
  withFilledText,
} from '../../../query-service/shared-things/texts/filled-texts.ts'
import { markdown } from '../../../query-service/shared-things/texts/markdown.ts'
import type { Json } from '../../../shared/kernel/json.ts'

type Parameter = { readonly [key: string]: Json }

const city = { id: 'p', slug: 'city', type: 'string/=' }

type Given = {
  readonly parameter?: Parameter
  readonly value?: Json
  readonly isWhole?: boolean
  readonly display?: string
}

const filled = (
  text: string,
  { parameter = city, value = 'Oslo', isWhole, display }: Given = {},
) => {
  const dashcard = {
    card_id: null,
    parameter_mappings: [{ parameter_id: 'p', target: ['text-tag', 'city'] }],
    visualization_settings: { text, ...(display && { virtual_card: { display } }) },
  }
  const words = parameterWords([{ parameter, value }])
  return withFilledText(dashcard, words, isWhole).visualization_settings.text
}

test.each([
  ['in {{city}} and {{ city }}', 'in Oslo and Oslo'],
  ['[[in {{\tcity\n}}]]', 'in Oslo'],
  ['[[in {{city}} of {{state}}]]', '[[in Oslo of {{state}}]]'],
  ['{{state}} {{}} {{ }} {{city', '{{state}} {{}} {{ }} {{city'],
  ['{{{city}}}', '{Oslo}'],
  ['[[no tag]] [{{city}}](x)', '[[no tag]] [Oslo](x)'],
])('%j', (text, expected) => {
  expect(filled(text)).toBe(expected)
})

test('what is optional and not known goes once nothing more will be said', () => {
  expect(filled('a[[ in {{city}}]][[ of {{state}}]] {{state}}', { isWhole: true })).toBe(
    'a in Oslo {{state}}',
  )
  for (const value of [null, '', [], [null]])
    expect(filled('a[[ in {{city}}]] {{city}}', { value, isWhole: true })).toBe('a {{city}}')
})

test.each<[string, Json, string]>([
  ['string/=', ['Oslo', 'Rome'], 'Oslo, Rome'],
  ['number/=', [1, 2.5], '1, 2.5'],
  ['boolean/=', false, 'false'],
  ['number/between', [1, 9], '1 – 9'],
  ['number/between', [1, null], 'from 1'],
  ['number/between', [null, 9], 'up to 9'],
  ['date/all-options', 'past30days', 'Past 30 days'],
  ['date/all-options', 'past5weeks', 'past5weeks'],
  ['date/range', '2024-01-01~2024-01-31', '2024-01-01 – 2024-01-31'],
  ['date/all-options', '2024-01-01~', 'from 2024-01-01'],
  ['date/all-options', '~2024-01-31', 'up to 2024-01-31'],
])('%s %j reads %j', (type, value, words) => {
  const parameter = { ...city, type }
  expect(filled('{{city}}', { parameter, value, display: 'heading' })).toBe(words)
})

test('a value is text in Markdown, whatever it tries to be, and as it is in a heading', () => {
  for (const value of [
    '[x](https://evil.example)',
    '<img src=x>',
    '**a** _b_ ~~c~~ `d` # e',
    'https://evil.example',
    '{{city}} [[ {{state}} ]]',
    'a\n\n# b',
    '- a',
    '12. a',
    '---',
    '> a',
  ]) {
    const { text } = markdown(String(filled('{{city}}', { value, isWhole: true })))
    const shown = value.replace(/\s+/g, ' ').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    expect(text).toBe(`<p>${shown}</p>`)
    expect(filled('{{city}}', { value, display: 'heading' })).toBe(value)
  }
})

test('a question, and what has no text, stay as they are', () => {
  const words = parameterWords([{ parameter: city, value: 'Oslo' }])
  const mapped = { parameter_mappings: [{ parameter_id: 'p', target: ['text-tag', 'city'] }] }
  const question = { ...mapped, card_id: 1, visualization_settings: { text: '{{city}}' } }
  expect(withFilledText(question, words, true)).toBe(question)
  const link = { ...mapped, card_id: null, visualization_settings: { link: { url: '{{city}}' } } }
  expect(withFilledText(link, words, true)).toBe(link)
})

test('hostile text is filled at once', () => {
  for (const part of [' ', '{{', '{{ ', '[[', '[[{{ ', '}', ']', '{'])
    for (const start of ['{{', '[[{{'])
      expect(filled(`${start}${part.repeat(100_000 / part.length)}`)).toContain(part)
})
