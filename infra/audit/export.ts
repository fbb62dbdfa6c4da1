import { evidentEventTypes } from '../../shared/audit/evident-events.ts'
import { evidenceFormat, type SignedManifest } from '../../shared/audit/manifest.ts'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import { canonicalJson } from '../../shared/kernel/json.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { Bound, Evidence, Stretch } from '../../shared/ports/evidence.ts'
import { Accumulator } from './accumulator.ts'
import { Growth } from './consistency.ts'
import { eventBytes, lineBytes } from './line.ts'
import { type Signer, signerOf } from './signing.ts'

type Sink = (chunk: Uint8Array) => Promise<void>

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'head' | 'readAll'>
  /** 32 bytes that the signing key follows from. */
  readonly seed: Buffer
  readonly now: () => Date
}

/** Bytes that are handed over at a time. */
const chunkBytes = 64 * 1024
/** Events after which others get a turn. */
const batch = 500

const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Whether an event stands before a bound; nothing stands before none. */
export const isBefore = (event: RecordedEvent, bound: Bound | undefined): boolean => {
  if (!bound) return false
  return 'position' in bound ? event.position < bound.position : event.recordedAt < bound.time
}

const textOf = (bound: Bound | undefined): string | null => {
  if (!bound) return null
  return 'position' in bound ? String(bound.position) : bound.time
}

/** Collects lines into chunks. */
const chunked = (sink: Sink) => {
  let held: Buffer[] = []
  let size = 0
  const flush = async () => {
    if (size === 0) return
    const chunk = Buffer.concat(held)
    held = []
    size = 0
    await sink(chunk)
  }
  const write = async (line: Buffer) => {
    held.push(line)
    size += line.length
    if (size >= chunkBytes) await flush()
  }
  return { write, flush }
}

/** What a head proves to go on from: events that are not there yet are nothing to go on from. */
const sinceOf = (growth: Growth | undefined, since: number | undefined, size: number) => {
  if (!growth || since === undefined) return {}
  if (since <= size) return { since: { size: since, path: growth.path } }
  const message = `must be at most ${size}: there are no more events so far`
  throw new Refusal('validation', `The size since ${message}.`, { errors: { since: message } })
}

const stateOf = (all: Accumulator) => ({ size: all.size, root: all.root, chain: all.chain })

/**
 * Adds up the log from its first event and writes what lies in the stretch; memory does not grow
 * with either. What stands before it counts as well: every file signs all there was up to its end.
 */
const exportStretch = async (
  { eventStore, now }: Dependencies,
  signer: Signer,
  { from, to, since }: Stretch & { readonly since?: number | undefined },
  sink: Sink,
  signal: AbortSignal | undefined,
): Promise<SignedManifest> => {
  const head = await eventStore.head()
  const { write, flush } = chunked(sink)
  const all = new Accumulator()
  const growth = since === undefined ? undefined : new Growth(since)
  let previous = { ...stateOf(all), frontier: all.frontier }
  let first: RecordedEvent | undefined
  let last: RecordedEvent | undefined
  const log = eventStore.readAll({
    types: evidentEventTypes,
    upTo: head,
    ...(signal && { signal }),
  })
  for await (const event of log) {
    if (to && !isBefore(event, to)) break
    const isPrevious = isBefore(event, from)
    if (!isPrevious && !first) previous = { ...stateOf(all), frontier: all.frontier }
    const bytes = eventBytes(event, all.size)
    if (since !== undefined && all.size >= since) growth?.append(bytes)
    all.add(bytes)
    if (!isPrevious) {
      first ??= event
      last = event
      await write(lineBytes(bytes, all.chain))
    }
    if (all.size % batch === 0) await breathe()
  }
  if (!first) previous = { ...stateOf(all), frontier: all.frontier }
  const manifest = signer.sign({
    format: evidenceFormat,
    created_at: now().toISOString(),
    from: textOf(from),
    to: textOf(to),
    log_position: String(head),
    types: [...evidentEventTypes],
    count: all.size - previous.size,
    first_position: first ? String(first.position) : null,
    last_position: last ? String(last.position) : null,
    last_recorded_at: last?.recordedAt ?? null,
    previous_size: previous.size,
    previous_root: previous.root,
    previous_chain: previous.chain,
    previous_frontier: previous.frontier,
    ...stateOf(all),
    ...sinceOf(growth, since, all.size),
  })
  await write(Buffer.from(`${canonicalJson(manifest)}\n`))
  await flush()
  return manifest
}

/** Evidence out of the log, signed with a key that follows from the seed. */
export const evidenceOf = (dependencies: Dependencies): Evidence => {
  const signer = signerOf(dependencies.seed)
  return {
    export: (stretch, sink, signal) => exportStretch(dependencies, signer, stretch, sink, signal),
    head: async ({ since, signal } = {}) => {
      const end = { position: (await dependencies.eventStore.head()) + 1n }
      const stretch = { from: end, to: end, since }
      return exportStretch(dependencies, signer, stretch, async () => undefined, signal)
    },
    publicKey: { keyId: signer.keyId, pem: signer.pem },
  }
}
