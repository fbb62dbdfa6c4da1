import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import type { Statement, TextRow } from './query.ts'

const columns = `position, stream, revision, event_id, type, schema_version, data, metadata,
  recorded_at at time zone 'UTC'`

type Run = (statement: Statement, values: readonly unknown[]) => Promise<TextRow[]>

/** `2026-01-31 09:15:00.5` → `2026-01-31T09:15:00.500Z`: always milliseconds, so text sorts. */
const isoTime = (text: string): string => {
  const whole = text.length === 19 ? `${text}.` : text
  return `${whole.slice(0, 10)}T${whole.slice(11).padEnd(12, '0')}Z`
}

const decodeRow = (row: TextRow): RecordedEvent => {
  const [position, stream, revision, id, type, schemaVersion, data, metadata, recordedAt] =
    row as readonly [string, string, string, string, string, string, string, string, string]
  return {
    id,
    type,
    schemaVersion: Number(schemaVersion),
    data: JSON.parse(data),
    metadata: JSON.parse(metadata),
    stream,
    revision: Number(revision),
    position: BigInt(position),
    recordedAt: isoTime(recordedAt),
  }
}

/**
 * The log in pages by key: the place in the log, or the revision in a stream. `runSoon`: what a
 * request waits for.
 */
export const eventReader = (run: Run, runSoon: Run, schema: string) => {
  const logPage = {
    name: `${schema}.log_page`,
    text: `select ${columns} from ${schema}.events
      where position > $1 and position <= $2 order by position limit $3`,
  }
  const typesPage = {
    name: `${schema}.types_page`,
    text: `select ${columns} from ${schema}.events
      where position > $1 and position <= $2 and type = any($4) order by position limit $3`,
  }
  const streamPage = {
    name: `${schema}.stream_page`,
    text: `select ${columns} from ${schema}.events
      where stream = $1 and revision >= $2 order by revision limit $3`,
  }
  const newest = {
    name: `${schema}.head`,
    text: `select coalesce(max(position), 0) from ${schema}.events`,
  }
  return {
    /** `after` exclusive, `upTo` inclusive. */
    async logPage(after: bigint, upTo: bigint, limit: number): Promise<readonly RecordedEvent[]> {
      return (await run(logPage, [after, upTo, limit])).map(decodeRow)
    },
    /** The same of some types only. */
    async typesPage(
      types: readonly string[],
      after: bigint,
      upTo: bigint,
      limit: number,
    ): Promise<readonly RecordedEvent[]> {
      return (await run(typesPage, [after, upTo, limit, [...types]])).map(decodeRow)
    },
    async streamPage(
      stream: string,
      from: number,
      limit: number,
    ): Promise<readonly RecordedEvent[]> {
      return (await runSoon(streamPage, [stream, from, limit])).map(decodeRow)
    },
    async head(): Promise<bigint> {
      return BigInt((await runSoon(newest, []))[0]?.[0] ?? 0)
    },
  }
}
