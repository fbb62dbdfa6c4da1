import { describe, expect, test } from '@jest/globals'
import { plainSink, plainText } from '../../../infra/cli/plain-text.ts'
import { textTable } from '../../../infra/cli/text-table.ts'

describe('plain text', () => {
  test('shows what a terminal would obey', () => {
    expect(plainText('\u001b[2J\u001b[31mEvil\u0007\r\nFAKE\tROW')).toBe(
      '\\u001b[2J\\u001b[31mEvil\\u0007\\r\\nFAKE\\tROW',
    )
    expect(plainText('\u009b31m\u007f\u0085\u2028')).toBe('\\u009b31m\\u007f\\u0085\\u2028')
  })

  test('holds nothing that a terminal would obey, whatever it came from', () => {
    const everything = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))
    const unplain = everything.filter((it) => /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(it))
    expect(everything.filter((it) => plainText(it) !== it)).toEqual(unplain)
    expect(unplain.map((it) => JSON.parse(`"${plainText(it)}"`))).toEqual(unplain)
  })

  test('shows what turns text around, and leaves isolates in which nothing does', () => {
    expect(plainText('abc\u202edef')).toBe('abc\\u202edef')
    expect(plainText('by \u2068שלום\u2069.')).toBe('by \u2068שלום\u2069.')
    expect(plainText('by \u2068a\u202eb\u2069.')).toBe('by \\u2068a\\u202eb\\u2069.')
  })

  test('leaves all other text as it is', () => {
    expect(plainText('Zoë – 日本 👩‍💻 “x” \\n')).toBe('Zoë – 日本 👩‍💻 “x” \\n')
  })

  test('is the same JSON', () => {
    const value = { name: '\u001b\u009b\u007f\u202e"\\' }
    expect(JSON.parse(plainText(JSON.stringify(value)))).toEqual(value)
  })
})

test('a cell of a table is one cell on one line', () => {
  const rows = textTable([{ title: 'name' }, { title: 'level' }], [['a\r\nb', 'all']])
  expect(rows).toEqual(['name    level', '──────  ─────', 'a\\r\\nb  all'])
})

test('bytes for a terminal are plain too, wherever they are cut', async () => {
  const shown: string[] = []
  const write = plainSink(async (chunk) => void shown.push(Buffer.from(chunk).toString()))
  for (const byte of Buffer.from('é\u001b[2J\u009b,\n')) await write(Uint8Array.of(byte))
  expect(shown.join('')).toBe('é\\u001b[2J\\u009b,\n')
})
