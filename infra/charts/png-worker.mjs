// A thread of its own: pixels of a large chart take long.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'

const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'))
const family = 'DejaVu Sans'
/** The same everywhere, whatever fonts a machine has. */
const font = {
  loadSystemFonts: false,
  fontFiles: ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(fonts, 'ttf', file)),
  defaultFontFamily: family,
  sansSerifFamily: family,
}

/** What would have files of this machine read. */
const leadsOut = /<(?:image|feImage|use)\b/i

parentPort.on('message', ({ id, svg, width }) => {
  try {
    if (leadsOut.test(svg)) throw new Error('A drawing holds all there is to see.')
    const drawn = new Resvg(svg, {
      font,
      fitTo: { mode: 'width', value: width },
      background: 'white',
    }).render()
    parentPort.postMessage({ id, answer: new Uint8Array(drawn.asPng()) })
  } catch {
    parentPort.postMessage({ id })
  }
})
