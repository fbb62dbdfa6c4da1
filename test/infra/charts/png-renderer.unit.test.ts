import { afterAll, expect, jest, test } from '@jest/globals'
import { pngRenderer } from '../../../infra/charts/png-renderer.ts'
import { ChartProblem } from '../../../shared/ports/chart-renderer.ts'

jest.setTimeout(60_000)

const renderer = pngRenderer({ patienceMs: 50_000 })
afterAll(() => renderer.stop())

const drawing = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><text x="10" y="30" font-family="system-ui, Segoe UI, sans-serif">${text}</text></svg>`

/** Width and height stand in the header of a PNG. */
const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

test('makes a PNG in proportion, texts among it', async () => {
  const [words, nothing, other] = await Promise.all(
    ['Umsätze', '', '売上高'].map((text) => renderer.render(drawing(text), 400)),
  )
  expect(words?.subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'))
  expect(words && sizeOf(words)).toEqual([400, 200])
  expect(words?.length).toBeGreaterThan(nothing?.length ?? 0)
  expect(other && sizeOf(other)).toEqual([400, 200])
})

test('says so where there is nothing to draw, and goes on', async () => {
  await expect(renderer.render('<svg', 400)).rejects.toThrow(ChartProblem)
  expect(sizeOf(await renderer.render(drawing('again'), 200))).toEqual([200, 100])
})

test('opens no files, whatever a drawing says', async () => {
  const image = '<image href="/etc/hostname" width="10" height="10"/>'
  const leading = drawing('x').replace('</svg>', `${image}</svg>`)
  await expect(renderer.render(leading, 90)).rejects.toThrow(ChartProblem)
  await expect(renderer.render(drawing('&lt;image'), 90)).resolves.toBeDefined()
})
