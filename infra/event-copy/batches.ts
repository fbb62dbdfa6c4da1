import type { RecordedEvent } from '../../shared/kernel/event.ts'

const most = { events: 500, bytes: 512 * 1024 }

const sizeOf = ({ data, metadata }: RecordedEvent): number =>
  Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata))

/** Events in the order they come, some at a time: what a store takes in one go, or a single one. */
export async function* inBatches(
  events: AsyncIterable<RecordedEvent>,
): AsyncGenerator<readonly RecordedEvent[], void> {
  let batch: RecordedEvent[] = []
  let bytes = 0
  for await (const event of events) {
    const size = sizeOf(event)
    if (batch.length === most.events || (batch.length > 0 && bytes + size > most.bytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(event)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Neighbours of one stream: they can be appended together without another order of the whole. */
export const runsOfOneStream = (
  events: readonly RecordedEvent[],
): readonly (readonly [RecordedEvent, ...RecordedEvent[]])[] => {
  const runs: [RecordedEvent, ...RecordedEvent[]][] = []
  for (const event of events) {
    const run = runs.at(-1)
    if (run?.[0].stream === event.stream) run.push(event)
    else runs.push([event])
  }
  return runs
}
