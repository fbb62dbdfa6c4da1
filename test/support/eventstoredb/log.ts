import { randomUUID } from 'node:crypto'
import { type Keeping, keptNowhere } from './kept-lines.ts'
import type { LogRecord, Proposed } from './records.ts'

export type Expected = number | 'no_stream' | 'any' | 'stream_exists'

export type AppendOutcome =
  | { readonly is: 'written' | 'repeated'; readonly revision: number; readonly position: bigint }
  | { readonly is: 'wrong-version'; readonly current: number | undefined }

/** How many appends lie between two events of the server's own. */
const ownEventEvery = 5

const ownEvent = (): Proposed => ({
  id: randomUUID(),
  type: '$statsCollected',
  contentType: 'application/json',
  data: Buffer.from('{"proc-id":1}'),
  metadata: Buffer.alloc(0),
})

/**
 * The log with EventStoreDB's rules: an append of the same ids to the same slots is a success that
 * writes nothing, and positions are bytes. Events of the server's own lie between those of clients.
 */
export const serverLog = (keeping: Keeping = keptNowhere(), now: () => number = Date.now) => {
  const records: LogRecord[] = []
  const streams = new Map<string, LogRecord[]>()
  const waiting = new Set<() => void>()
  let appends = 0

  const add = (record: LogRecord): void => {
    records.push(record)
    const siblings = streams.get(record.stream)
    if (siblings) siblings.push(record)
    else streams.set(record.stream, [record])
  }
  for (const record of keeping.records) add(record)

  const of = (stream: string): readonly LogRecord[] => streams.get(stream) ?? []

  const write = (stream: string, proposed: readonly Proposed[]): LogRecord | undefined => {
    let revision = of(stream).length
    let position = records.at(-1)?.position ?? 0n
    const written = proposed.map((event): LogRecord => {
      position += BigInt(64 + event.data.length)
      revision += 1
      return { ...event, stream, position, revision: revision - 1, created: now() }
    })
    keeping.keep(written)
    for (const record of written) add(record)
    return written.at(-1)
  }

  const repeats = (stream: string, from: number, proposed: readonly Proposed[]) =>
    proposed.every(({ id }, slot) => of(stream)[from + slot]?.id === id)

  const isAt = (expected: Expected, length: number): boolean => {
    if (typeof expected === 'number') return length === expected + 1
    return { any: true, stream_exists: length > 0, no_stream: length === 0 }[expected]
  }

  return {
    append(stream: string, expected: Expected, proposed: readonly Proposed[]): AppendOutcome {
      const { length } = of(stream)
      const first = typeof expected === 'number' ? expected + 1 : 0
      if (first < length && proposed.length > 0 && repeats(stream, first, proposed)) {
        const last = of(stream)[first + proposed.length - 1]
        if (last) return { is: 'repeated', revision: last.revision, position: last.position }
      }
      if (!isAt(expected, length))
        return { is: 'wrong-version', current: length === 0 ? undefined : length - 1 }
      if (appends % ownEventEvery === 0) write('$stats-127.0.0.1:2113', [ownEvent()])
      appends += 1
      const last = write(stream, proposed)
      for (const wake of [...waiting]) wake()
      return { is: 'written', revision: last?.revision ?? 0, position: last?.position ?? 0n }
    },
    stream: of,
    all: (): readonly LogRecord[] => records,
    /** Of the first record at this position or later. */
    indexAt(position: bigint): number {
      let low = 0
      for (let high = records.length; low < high; ) {
        const middle = (low + high) >>> 1
        if ((records[middle]?.position ?? 0n) < position) low = middle + 1
        else high = middle
      }
      return low
    },
    /** Calls back at every change, until the function it answers is called. */
    watch(callback: () => void): () => void {
      waiting.add(callback)
      return () => waiting.delete(callback)
    },
    close: keeping.close,
  }
}

export type ServerLog = ReturnType<typeof serverLog>
