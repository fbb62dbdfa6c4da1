import { SingleBar } from 'cli-progress'

export type Progress = {
  /** `position` of the total is reached; so many events were read for it. */
  at(position: bigint, events: number): void
  stop(): void
}

const format = '{bar} {percentage} %  {events} events  {rate}/s  {eta_formatted} left'

/** A bar on a terminal, silence elsewhere: a log file is no place for one. */
export const startProgress = (total: bigint, output: NodeJS.WriteStream): Progress => {
  if (!output.isTTY) return { at: () => undefined, stop: () => undefined }
  const began = performance.now()
  const bar = new SingleBar({
    format,
    stream: output,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
  })
  bar.start(Number(total), 0, { events: 0, rate: 0 })
  return {
    at: (position, events) => {
      const rate = Math.round(events / ((performance.now() - began) / 1_000))
      bar.update(Number(position), { events, rate })
    },
    stop: () => bar.stop(),
  }
}
