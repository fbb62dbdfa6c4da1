// A thread of its own: a chart may take long to lay out, or too much memory.
import { parentPort } from 'node:worker_threads'
import * as echarts from 'echarts'

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
