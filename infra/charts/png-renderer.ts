import { Refusal } from '../../shared/kernel/refusal.ts'
import { ChartProblem } from '../../shared/ports/chart-renderer.ts'
import type { PngRenderer } from '../../shared/ports/png-renderer.ts'
import { boundedQueue } from '../bounded-queue.ts'
import { answeringThread, workerFile } from '../worker-thread.ts'

type Options = {
  /** Pictures that wait for the thread; one more is refused. */
  readonly waiting?: number
  /** How long one picture may take once it is its turn, in milliseconds. */
  readonly patienceMs?: number
}

/** Makes PNGs with resvg, one after the other, in a thread that is started when it is needed. */
export const pngRenderer = ({
  waiting = 100,
  patienceMs = 15_000,
}: Options = {}): PngRenderer & { stop(): void } => {
  const thread = answeringThread<{ readonly svg: string; readonly width: number }, Uint8Array>({
    file: workerFile(new URL('./png-worker.mjs', import.meta.url)),
    patienceMs,
    memoryMb: 128,
  })
  const inTurn = boundedQueue({ atOnce: 1, waiting, refusal: 'Too many pictures at once.' })
  return {
    render: async (svg, width) => {
      const png = await inTurn(() => thread.ask({ svg, width })).catch((error: unknown) => {
        throw error instanceof Refusal ? new ChartProblem(error.message) : error
      })
      if (png === undefined) throw new ChartProblem('The picture could not be made.')
      return png
    },
    stop: thread.stop,
  }
}
