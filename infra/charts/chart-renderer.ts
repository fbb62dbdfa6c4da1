import { createHash } from 'node:crypto'
import { Refusal } from '../../shared/kernel/refusal.ts'
import {
  type ChartOption,
  ChartProblem,
  type ChartRenderer,
  type ChartSize,
} from '../../shared/ports/chart-renderer.ts'
import { boundedQueue } from '../bounded-queue.ts'
import { answeringThread, workerFile } from '../worker-thread.ts'
import { type SvgNode, svgText } from './svg-text.ts'

type Options = {
  readonly threads?: number
  /** Charts that wait for a thread; one more is refused. */
  readonly waiting?: number
  /** How long one chart may take once it is its turn, in milliseconds. */
  readonly patienceMs?: number
  readonly memoryMb?: number
  /** Where the thread's file is. */
  readonly file?: URL
}

type Question = { readonly option: string; readonly size: ChartSize }

/** Draws charts with ECharts, in threads that are started when they are needed. */
export const chartRenderer = ({
  threads = 2,
  waiting = 100,
  patienceMs = 10_000,
  memoryMb = 256,
  file = workerFile(new URL('./draw-worker.mjs', import.meta.url)),
}: Options = {}): ChartRenderer & { stop(): void } => {
  const all = Array.from({ length: threads }, () =>
    answeringThread<Question, string>({ file, patienceMs, memoryMb }),
  )
  const idle = [...all]
  const inTurn = boundedQueue({ atOnce: threads, waiting, refusal: 'Too many charts at once.' })

  const ask = async (question: Question): Promise<string | undefined> => {
    const thread = idle.pop()
    if (!thread) throw new Error('More charts are drawn at once than there are threads.')
    try {
      return await thread.ask(question)
    } finally {
      idle.push(thread)
    }
  }

  return {
    draw: async (chart: ChartOption, size: ChartSize, label: string) => {
      const option = JSON.stringify(chart)
      const tree = await inTurn(() => ask({ option, size })).catch((error: unknown) => {
        throw error instanceof Refusal ? new ChartProblem(error.message) : error
      })
      if (tree === undefined) throw new ChartProblem('The chart could not be drawn.')
      const hash = createHash('sha256').update(option).update(JSON.stringify(size)).digest('hex')
      const root: SvgNode = JSON.parse(tree)
      return svgText(root, { prefix: `c${hash.slice(0, 12)}`, label })
    },
    stop: () => {
      for (const thread of all) thread.stop()
    },
  }
}
