import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { chartRenderer } from '../../../infra/charts/chart-renderer.ts'
import { type SvgNode, svgText } from '../../../infra/charts/svg-text.ts'
import { workerFile } from '../../../infra/worker-thread.ts'
import { svgOf } from '../../../query-service/charts/render-picture.ts'
import { ChartProblem } from '../../../shared/ports/chart-renderer.ts'
import {
  byCategory,
  category,
  column,
  count,
  picture,
  results,
} from '../../support/chart-results.ts'
import { until } from '../../support/until.ts'
import { xmlElements } from '../../support/well-formed.ts'

jest.setTimeout(60_000)

const renderer = chartRenderer({ patienceMs: 50_000 })
afterAll(() => renderer.stop())

/** A thread of these statements, which hold `it` for what it is asked. */
const threadOf = (statements: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads'
parentPort.on('message', (it) => { ${statements} })`,
    )}`,
  )
const size = { width: 300, height: 200 }

const refuseHarm = (svg: string): void => {
  for (const { name, attributes } of xmlElements(svg)) {
    expect(['script', 'foreignObject', 'style', 'a', 'image', 'use']).not.toContain(name)
    for (const key of attributes.keys()) expect(key).not.toMatch(/^on|href$|^style$|^class$/i)
  }
}

const displays = ['bar', 'line', 'row', 'pie', 'funnel', 'scatter', 'area', 'progress', 'gauge']

test('draws what a result looks like, the same each time', async () => {
  const shown = picture('bar', byCategory, { 'graph.show_values': true })
  const [first, second] = await Promise.all([svgOf(renderer, shown), svgOf(renderer, shown)])
  expect(first).toBe(second)
  expect(first).toContain(`role="img" aria-label="${shown.summary}"`)
  for (const text of ['Gadget', '4,939', '6,000', 'Category']) expect(first).toContain(`>${text}<`)
  refuseHarm(first ?? '')
})

test('names down the side have the room that wide letters take', async () => {
  const names = ['WWWWWWWWWW', 'MMMMMMMMMM', 'WA', '@@@@']
  const rows = names.map((name, place) => [name, place + 1])
  const svg = await svgOf(renderer, picture('row', results([category, count], rows)))
  const texts = xmlElements(svg ?? '').filter(({ name }) => name === 'text')
  const ends = texts.filter(({ attributes }) => attributes.get('text-anchor') === 'end')
  const [, left] = ends[0]?.attributes.get('transform')?.match(/^translate\((\S+) /) ?? []
  // In DejaVu Sans, which is wide, a W is about as wide as the size says: 12 pixels.
  expect(Number(left)).toBeGreaterThanOrEqual('WWWWWWWWWW'.length * 12)
})

const vicious = [
  '<script>alert(1)</script>',
  '"onload="alert(1)',
  "' onload='alert(1)",
  ']]><svg onload=alert(1)>',
  '&lt;b&gt; & &amp;',
  'javascript:alert(1)',
  'url(https://example.com/x)',
  '{a}{b}{c}{@[0]}{x|y}',
  '\u0000\u0001\ud800\uffff',
  '</text></svg><script>',
  '__proto__',
]

test('whatever names things, the picture can do nothing', async () => {
  const names = fc.oneof(fc.constantFrom(...vicious), fc.string({ unit: 'binary', maxLength: 30 }))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...displays),
      fc.array(names, { minLength: 1, maxLength: 4 }),
      names,
      async (display, groups, name) => {
        const columns = [
          { ...category, display_name: name },
          { ...count, display_name: name },
        ]
        const rows = groups.map((group, place) => [group, place + 1])
        const settings = {
          'graph.show_values': true,
          'graph.x_axis.title_text': name,
          'progress.goal': 3,
          'gauge.segments': [{ min: 0, max: 9, label: name, color: name }],
          series_settings: { count: { title: name, color: name } },
          column_settings: { '["name","count"]': { prefix: name, suffix: name } },
        }
        const shown = picture(display, results(columns, rows), settings)
        const svg = await svgOf(renderer, shown)
        if (svg !== undefined) refuseHarm(svg)
      },
    ),
    { numRuns: 60, seed: 5 },
  )
})

test('what a drawing may hold is listed: the rest is left out, styles become attributes', () => {
  const node = (tag: string, attrs = {}, children: SvgNode[] = []): SvgNode => ({
    tag,
    attrs,
    children,
  })
  const root = node('svg', { width: 1, onload: 'x()', 'xlink:href': 'x' }, [
    node('script'),
    node('g', { 'clip-path': 'url(#zr9-c3)', style: 'font-size:12px;behavior:url(x)' }),
    node('path', { fill: 'url(https://example.com)', d: 'M0 0"<' }),
    node('clipPath', { id: 'zr9-c3' }),
  ])
  const text = svgText(root, { prefix: 'c1', label: '"<&' })
  expect(text).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="&quot;&lt;&amp;" width="1">' +
      '<g clip-path="url(#c1-0)" font-size="12px"></g><path d="M0 0&quot;&lt;"></path>' +
      '<clipPath id="c1-0"></clipPath></svg>',
  )
})

describe('a thread that', () => {
  const draw = (of: Parameters<typeof chartRenderer>[0], times = 1) => {
    const own = chartRenderer({ threads: 1, ...of })
    const all = Array.from({ length: times }, () => own.draw({}, size, 'A chart'))
    return { own, outcomes: Promise.allSettled(all) }
  }
  const tree = JSON.stringify({ tag: 'svg' })

  test('never answers is given up, and the next chart is drawn by another', async () => {
    const hang = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
    const answer = `parentPort.postMessage({ id: it.id, answer: '${tree}' })`
    const file = threadOf(`if (it.option === '{"hang":1}') ${hang}; else ${answer}`)
    const own = chartRenderer({ threads: 1, patienceMs: 500, file })
    await expect(own.draw({ hang: 1 }, size, 'A chart')).rejects.toBeInstanceOf(ChartProblem)
    // However slow this machine is, one of its threads answers in time.
    const drawn = () => own.draw({}, size, 'A chart').catch(() => undefined)
    expect(await until(drawn, (svg) => svg !== undefined)).toContain('<svg')
    own.stop()
  })

  test.each([
    ['dies', 'process.exit(1)'],
    ['throws', "throw new Error('on purpose')"],
    ['takes too much memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(it.id))'],
    ['has no answer', 'parentPort.postMessage({ id: it.id })'],
  ])('%s is a chart that could not be drawn', async (_, statements) => {
    const { own, outcomes } = draw({ file: threadOf(statements), memoryMb: 32 }, 2)
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ChartProblem) })
    own.stop()
  })

  test('is busy has a line of so many, and one more is refused', async () => {
    const answer = `parentPort.postMessage({ id: it.id, answer: '${tree}' })`
    const { own, outcomes } = draw({ file: threadOf(answer), waiting: 1 }, 3)
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
    ])
    own.stop()
  })

  test('is not compiled is found from compiled code, too', () => {
    const source = new URL('infra/charts/', pathToFileURL(`${process.cwd()}/`))
    const compiled = new URL('dist/infra/charts/', pathToFileURL(`${process.cwd()}/`))
    const expected = new URL('draw-worker.mjs', source).href
    for (const place of [source, compiled])
      expect(workerFile(new URL('draw-worker.mjs', place)).href).toBe(expected)
  })
})

test('a chart of everything there may be is drawn all the same', async () => {
  const wide = Array.from({ length: 500 * 20 }, (_, place) => [
    place % 500,
    `S${place % 20}`,
    place,
  ])
  const number = column('number', 'type/Integer', { source: 'breakout' })
  const shown = picture('line', results([number, category, count], wide))
  refuseHarm((await svgOf(renderer, shown)) ?? '')
})
