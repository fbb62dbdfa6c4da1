import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { attachment } from '../../../shared/kernel/content-disposition.ts'

describe('attachment', () => {
  test('plain names need no second form', () => {
    expect(attachment('query_result.csv')).toBe('attachment; filename="query_result.csv"')
  })

  test('other scripts travel encoded', () => {
    expect(attachment("größe'.csv")).toBe(
      `attachment; filename="gr__e'.csv"; filename*=UTF-8''gr%C3%B6%C3%9Fe%27.csv`,
    )
  })

  test('a hostile name leaves the header whole', () => {
    const header = attachment('a"\r\nX: y/../../b')
    expect(header).toMatch(/^attachment; filename="a___X: y_.._.._b"; filename\*=UTF-8''[\w.%-]+$/)
  })

  test('any name gives one printable line that decodes to the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const header = attachment(name)
        expect(header).toMatch(/^[\x20-\x7e]*$/)
        const extended = /filename\*=UTF-8''(.*)$/.exec(header)?.[1]
        const plain = /filename="([^"]*)"/.exec(header)?.[1]
        expect(extended === undefined ? plain : decodeURIComponent(extended)).toBe(name)
      }),
    )
  })
})
