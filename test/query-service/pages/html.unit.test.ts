import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { pageAssets } from '../../../query-service/pages/assets.ts'
import { apart } from '../../../query-service/pages/direction.ts'
import { pageFallbacks } from '../../../query-service/pages/fallbacks.ts'
import { html, named } from '../../../query-service/pages/html.ts'

describe('a template', () => {
  test('escapes what is put in, in content and in attributes', () => {
    expect(html`<p title="${'"><b>'}">${"<script>'&"}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">&lt;script&gt;&#39;&amp;</p>',
    )
  })

  test('takes other templates as they are, lists one after the other, and nothing for nothing', () => {
    const items = ['a', html`<b>b</b>`, null, undefined, false, 0] as const
    expect(html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`.text).toBe(
      '<ul><li>a</li><li><b>b</b></li><li></li><li></li><li></li><li>0</li></ul>',
    )
  })

  test('shows what would turn text around, and keeps names apart that run the other way', () => {
    expect(html`${'a\u202eb\u2069'}`.text).toBe('a\\u202eb\\u2069')
    expect(named('a\u202eb').text).toBe('<bdi>a\\u202eb</bdi>')
    expect(apart('Sales')).toBe('Sales')
    const hebrew = '\u05d0\u05d1'
    expect(html`<option>${apart(`${hebrew}\u202e`)} 1</option>`.text).toBe(
      `<option>\u2068${hebrew}\\u202e\u2069 1</option>`,
    )
    expect(html`${`\u2068\u2068x\u2069`}`.text).toBe('\\u2068\u2068x\u2069')
  })

  test('lets no text become markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { text: made } = html`<i>${text}</i>`
        expect(made.slice(3, -4)).not.toMatch(/[<>"']/)
      }),
    )
  })
})

describe('the pages every page falls back to', () => {
  test('show what they are told as text', () => {
    const evil = '"><script>alert(1)</script>'
    for (const page of [
      pageFallbacks.signIn(evil, evil, evil),
      pageFallbacks.problem(evil, evil, { signOut: evil }),
    ])
      expect(page).not.toContain('<script>alert')
  })
})

test('assets are named by what they hold, so that a new release is loaded anew', () => {
  for (const { path, text } of pageAssets) {
    expect(path).toMatch(/^\/audit\/assets\/pages-[0-9a-f]{16}\.(css|js)$/)
    expect(text.length).toBeGreaterThan(500)
  }
})
