import { describe, expect, test } from '@jest/globals'
import { contrast } from '../../../query-service/charts/contrast.ts'
import { figure } from '../../../query-service/charts/html/figure.ts'
import { renderPicture } from '../../../query-service/charts/render-picture.ts'
import { colors, palette } from '../../../query-service/charts/themes.ts'
import { ChartProblem, type ChartRenderer } from '../../../shared/ports/chart-renderer.ts'
import { byCategory, category, count, look, picture, results } from '../../support/chart-results.ts'

const hostile = '<script>alert(1)</script>" onload="x'

test('a table has headers that say what they head, and numbers to the right', () => {
  const { text } = figure(picture('table', results([category, count], [[hostile, 1234]])))
  expect(text).toContain('<th scope="col">Category</th><th scope="col" class="number">Count</th>')
  expect(text).toContain('<td class="number">1,234</td>')
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x</td>')
  expect(text).toContain('Table of 1 row and 2 columns: Category and Count.')
})

test('a table shows the columns of its settings, and says what is not there', () => {
  const settings = { 'table.columns': [{ name: 'count', enabled: true }] }
  const { data, notes } = picture('map', { ...byCategory, truncatedAt: 2000 }, settings)
  expect(data.columns.map(({ title }) => title)).toEqual(['Count'])
  expect(notes).toEqual(['Only the first 2,000 rows of the answer are here.'])
})

test('without rows there are no results, whatever the display', () => {
  for (const display of ['table', 'bar', 'pie', 'scalar', 'pivot', 'gauge']) {
    const shown = picture(display, results([category, count], []))
    expect(shown).toMatchObject({ shape: { kind: 'empty' }, summary: 'No results.' })
    expect(figure(shown).text).toContain('No results.')
  }
})

test('a meter is drawn with its words', () => {
  const shown = picture('progress', results([count], [[1]]), { 'progress.goal': 4 })
  expect(figure(shown).text).toMatch(/<svg [^>]*role="img" aria-label="Orders"/)
  expect(figure(shown).text).not.toMatch(/ style=| on\w+=/)
})

describe('what a page gets', () => {
  const drawing = (draw: ChartRenderer['draw']) =>
    renderPicture({ draw }, { name: hostile, display: 'bar' }, byCategory, null, look)

  test('is the chart, its summary, and its table', async () => {
    const { html, summary } = await drawing(async () => '<svg></svg>')
    expect(html.text).toMatch(/^<figure class="picture chart light">/)
    expect(html.text).toContain('<svg></svg>')
    expect(html.text).toContain(`<span class="unseen">${summary}</span>`)
    expect(html.text).toContain('<summary>Show as table</summary>')
    expect(html.text).toContain('&lt;script&gt;alert(1)')
    expect(html.text).not.toContain('<script')
  })

  test('is the table where the chart could not be drawn; bugs are not hidden', async () => {
    const { html } = await drawing(() => Promise.reject(new ChartProblem('Too slow.')))
    expect(html.text).toContain('Shown as a table, since the chart could not be drawn.')
    expect(html.text).toContain('<td>Doohickey</td>')
    await expect(drawing(() => Promise.reject(new Error('A bug.')))).rejects.toThrow('A bug.')
  })
})

test('colours stand out from the ground, texts more so, in every theme', () => {
  for (const { ground, ink, dim } of Object.values(colors)) {
    for (const color of palette) expect(contrast(color, ground)).toBeGreaterThanOrEqual(3)
    for (const color of [ink, dim]) expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5)
  }
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})
