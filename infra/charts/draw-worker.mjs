// A thread of its own: a chart may take long to lay out, or too much memory.
import { parentPort } from 'node:worker_threads'
// One file is loaded in a third of the time that hundreds take.
import * as echarts from 'echarts/dist/echarts.esm.min.mjs'

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f000}-\u{3fffd}]/u
/** What letters take of their size in DejaVu Sans, the widest of the fonts that are asked for. */
const widths = [
  [wide, 1.05],
  [/[MWmw@%…—]/u, 1],
  [/\p{Lu}/u, 0.79],
]
const emOf = (character) => widths.find(([letters]) => letters.test(character))?.[1] ?? 0.62

/** No fonts here: texts are taken for a little wider than most are, so that nothing is cut off. */
const measureText = (text, font = '') => {
  const size = Number(/(\d+(?:\.\d+)?)px/.exec(font)?.[1] ?? 12)
  return { width: [...text].reduce((sum, character) => sum + emOf(character), 0) * size }
}
echarts.setPlatformAPI({ measureText })

/** Which of a list of texts is meant: by data item, by name of an entry, or by tick. */
const place = (asked, index) => {
  if (typeof asked === 'object') return asked.dataIndex
  return typeof asked === 'string' ? Number(asked) : index
}

/** Makes functions of the lists of texts. */
const revived = (_key, value) =>
  Array.isArray(value?.texts)
    ? { ...value, formatter: (asked, index) => value.texts[place(asked, index)] ?? '' }
    : value

const draw = (option, size) => {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption(JSON.parse(option, revived))
    const still = { animation: false, emphasis: false, willUpdate: false, useViewBox: true }
    return JSON.stringify(chart.getZr().painter.renderToVNode(still))
  } finally {
    chart.dispose()
  }
}

parentPort.on('message', ({ id, option, size }) => {
  try {
    parentPort.postMessage({ id, answer: draw(option, size) })
  } catch {
    parentPort.postMessage({ id })
  }
})
