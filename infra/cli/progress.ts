import { SingleBar } from 'cli-progress'

export type Progress = {
  /** `position` of the total is reached; so many were done for it. */
  at(position: bigint, done: number): void
  stop(): void
}

const formatFor = (what: string) =>
  `{bar} {percentage} %  {done} ${what}  {rate}/s  {eta_formatted} left`

/**
 * A bar on a terminal, silence elsewhere: a log file is no place for one.
 * @param what is counted
 */
export const startProgress = (
  total: bigint,
  output: NodeJS.WriteStream,
  what = 'events',
): Progress => {
  if (!output.isTTY) return { at: () => undefined, stop: () => undefined }
  const began = performance.now()
  const bar = new SingleBar({
    format: formatFor(what),
    stream: output,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
  })
  bar.start(Number(total), 0, { done: 0, rate: 0 })
  return {
    at: (position, done) => {
      const rate = Math.round(done / ((performance.now() - began) / 1_000))
      bar.update(Number(position), { done, rate })
    },
    stop: () => bar.stop(),
  }
}
