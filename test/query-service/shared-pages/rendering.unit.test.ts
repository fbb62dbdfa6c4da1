import { gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { html } from '../../../query-service/pages/html.ts'
import {
  sharedAssets,
  sharedModules,
  sharedScript,
} from '../../../query-service/shared-pages/assets.ts'
import { bandsOf } from '../../../query-service/shared-pages/layout/bands.ts'
import {
  gridClasses,
  gridStyles,
  isTooTall,
} from '../../../query-service/shared-pages/layout/grid.ts'
import { parameterForm } from '../../../query-service/shared-pages/parameters/form.ts'
import { shownParameter } from '../../../query-service/shared-things/shown-parameter.ts'
import { markdown } from '../../../query-service/shared-things/texts/markdown.ts'
import { textCard } from '../../../query-service/shared-things/texts/text-card.ts'

const spot = (row: number, col: number, sizeX: number, sizeY: number) => ({
  row,
  col,
  sizeX,
  sizeY,
})

describe('the grid', () => {
  test('comes in bands that no card crosses, in reading order', () => {
    expect(
      bandsOf([spot(9, 0, 12, 2), spot(0, 6, 6, 4), spot(0, 0, 6, 3), spot(3, 0, 6, 3)]),
    ).toEqual([[spot(0, 0, 6, 3), spot(0, 6, 6, 4), spot(3, 0, 6, 3)], [spot(0, 0, 12, 2)]])
    expect(bandsOf([])).toEqual([])
  })

  test('holds what is beyond its edge, and puts nothing over anything', () => {
    expect(bandsOf([spot(0, 12, 12, 1)])).toEqual([[spot(0, 0, 12, 1)]])
    expect(bandsOf([spot(0, 0, 4, 4), spot(1, 2, 4, 2)])).toEqual([
      [spot(0, 0, 4, 4)],
      [spot(0, 2, 4, 2)],
    ])
  })

  test('has a class for every place but those of bands that are too tall', () => {
    for (const name of gridClasses(spot(3, 4, 5, 6)).split(' '))
      expect(gridStyles).toContain(`.${name}{`)
    expect(isTooTall([spot(0, 0, 1, 96)])).toBe(false)
    expect(isTooTall([spot(1, 0, 1, 96)])).toBe(true)
  })
})

/** What begins many marks and ends none. */
const hard = ['[', '[a', '[](', '![a](', '\\*[', '*a ', '**a ', '_a', '_a *b ~~c ', '`', 'http://.']

describe('texts', () => {
  test.each([
    ['# One\n## Two', '<h3>One</h3><h4>Two</h4>'],
    [
      'a *b* **c _d_** `e*f*` ~~g~~',
      '<p>a <em>b</em> <strong>c <em>d</em></strong> <code>e*f*</code> <s>g</s></p>',
    ],
    ['# C#\n## a ##  \n# a # b #', '<h3>C#</h3><h4>a</h4><h3>a # b</h3>'],
    ['- a\n- b\n\n1. c', '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>'],
    ['> a\n> b', '<blockquote><p>a<br>b</p></blockquote>'],
    ['a\n\nb', '<p>a</p><p>b</p>'],
    ['snake_case_name 2*3*4', '<p>snake_case_name 2<em>3</em>4</p>'],
    [String.raw`\*a\* **b\*\*c** \[x\](y)`, '<p>*a* <strong>b**c</strong> [x](y)</p>'],
    ['<b>&</b>', '<p>&lt;b&gt;&amp;&lt;/b&gt;</p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    [
      '[a](https://x.example/?a=1&b=2) https://y.example.',
      '<p><a href="https://x.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">a</a> ' +
        '<a href="https://y.example" target="_blank" rel="noopener noreferrer nofollow">https://y.example</a>.</p>',
    ],
    [
      '[*go to* https://x.example/a_b_](https://x.example/_a_)',
      '<p><a href="https://x.example/_a_" target="_blank" rel="noopener noreferrer nofollow">' +
        '<em>go to</em> https://x.example/a_b_</a></p>',
    ],
  ])('%j', (text, html) => {
    expect(markdown(text).text).toBe(html)
  })

  test('of any length and any marks are there in no time', () => {
    for (const mark of ['[', '**', '_a', '`', '\\', '> ', '[](', '~~a'])
      for (const length of [4_000, 50_000])
        expect(markdown(mark.repeat(length / mark.length)).text).not.toBe('')
    const [spaces, hashes] = [' '.repeat(100_000), '#'.repeat(100_000)]
    for (const start of ['#', '# a', '# \u2028', '- ', '1. ', '> ', '---', 'a'])
      for (const end of ['b', '\u2028b', '#']) markdown(`${start}${spaces}${end}`)
    for (const text of [`# ${hashes}a`, `# ${'# '.repeat(50_000)}a`, '> '.repeat(50_000)])
      expect(markdown(`${text}\u2028`).text).not.toBe('')
    for (const mark of [...hard, `${'\\*'.repeat(1_000)}${'['.repeat(2_000)}`])
      expect(markdown(`${mark.repeat(4_000 / mark.length)}\n`.repeat(25)).text).not.toBe('')
  })

  test('are cards of their own; what does something says for whom', () => {
    const shown = (settings: object) => textCard(settings as never)?.content.text
    expect(shown({ text: 'a' })).toBe('<p>a</p>')
    expect(shown({ virtual_card: { display: 'heading' }, text: '<a>' })).toBe('<h2>&lt;a&gt;</h2>')
    expect(
      shown({ virtual_card: { display: 'link' }, link: { url: 'https://x.example', name: '[a]' } }),
    ).toContain('>a</a>')
    expect(
      shown({ virtual_card: { display: 'link' }, link: { url: 'javascript:1' } }),
    ).not.toContain('<a')
    const action = { virtual_card: { display: 'action' }, 'button.label': '<Refund>' }
    expect(shown(action)).toBe(
      '<p><bdi>&lt;Refund&gt;</bdi>: only for people who are signed in.</p>',
    )
    expect(shown({ virtual_card: { display: 'iframe' } })).toBeUndefined()
  })
})

describe('parameters', () => {
  const shown = (type: string, more: object = {}) =>
    shownParameter({ id: 'i', slug: 's', name: '"N"', type, ...more })

  test.each([
    ['string/=', 'list', true],
    ['category', 'list', false],
    ['id', 'list', true],
    ['string/contains', 'text', false],
    ['number/=', 'number', true],
    ['number/between', 'numbers', false],
    ['date/all-options', 'dates', false],
    ['boolean/=', 'boolean', false],
    ['something/new', 'list', false],
  ])('of type %s are a %s', (type, control, isMulti) => {
    expect(shown(type)).toMatchObject({ control, isMulti })
  })

  test('say more than their type where their author did', () => {
    expect(shown('string/=', { values_query_type: 'none' }).control).toBe('text')
    expect(shown('number/=', { values_query_type: 'list' }).control).toBe('list')
    const target = ['variable', ['template-tag', 's']]
    expect(shown('string/=', { target }).control).toBe('text')
    expect(shown('string/=', { target, values_source_type: 'card' }).control).toBe('list')
    expect(shown('string/=', { isMultiSelect: false }).isMulti).toBe(false)
  })

  test('are a form whose every control has a name, and hold nothing that is not escaped', () => {
    const types = [
      'text',
      'number',
      'number/between',
      'date/single',
      'date/range',
      'date/month-year',
    ]
    const more = ['date/quarter-year', 'date/relative', 'date', 'boolean', 'temporal-unit', 'id']
    const all = [...types, ...more].map((type) => shown(type, { default: '"><img>' }))
    const { text } = parameterForm(all, true) || html``
    expect(text).not.toMatch(/<img|"N"/)
    expect(text.match(/data-parameter="i"/g)).toHaveLength(12)
    expect(parameterForm([], true)).toBe(false)
  })
})

test('all scripts of a page are small, loaded at once, and name each other as they are called', () => {
  const scripts = [sharedScript, ...sharedModules]
  const size = scripts.reduce((sum, { text }) => sum + gzipSync(text).length, 0)
  expect(size).toBeLessThan(60 * 1024)
  const names = scripts.map(({ path }) => path.split('/').at(-1))
  for (const { text } of scripts)
    for (const [, name] of text.matchAll(/from '\.\/([^']+)'/g)) expect(names).toContain(name)
  expect(new Set(sharedAssets.map(({ path }) => path)).size).toBe(sharedAssets.length)
})
