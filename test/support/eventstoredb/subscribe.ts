import { randomUUID } from 'node:crypto'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Faults } from './faults.ts'
import type { ServerLog } from './log.ts'
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
} from './messages.ts'
import { indexOf } from './positions.ts'
import type { LogRecord } from './records.ts'

type Resp = InstanceType<typeof streams.ReadResp>
type Options = InstanceType<typeof streams.ReadReq.Options>

const filterOf = (options: Options): ((record: LogRecord) => boolean) => {
  const filter = options.getFilter()
  const expression = filter?.getEventType() ?? filter?.getStreamIdentifier()
  if (!filter || !expression) return () => true
  const textOf = ({ type, stream }: LogRecord) => (filter.hasEventType() ? type : stream)
  const prefixes = expression.getPrefixList()
  const regex = new RegExp(expression.getRegex())
  return prefixes.length > 0
    ? (record) => prefixes.some((prefix) => textOf(record).startsWith(prefix))
    : (record) => regex.test(textOf(record))
}

/** Events considered between two checkpoints; without a filter there are none. */
const checkpointEvery = (options: Options): number => {
  const filter = options.getFilter()
  return filter ? (filter.getMax() || 32) * filter.getCheckpointintervalmultiplier() : Infinity
}

const startOf = (log: ServerLog, options: Options): number => {
  const asked = options.getAll()
  const position = asked?.getPosition()
  if (asked?.hasEnd()) return log.all().length
  return position ? indexOf(log, BigInt(position.getCommitPosition())) + 1 : 0
}

/** Resolves at news of the log, or when the client leaves. */
const change = (log: ServerLog, left: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      unwatch()
      left.removeEventListener('abort', wake)
      resolve()
    }
    const unwatch = log.watch(wake)
    left.addEventListener('abort', wake, { once: true })
  })

/** A catch-up subscription to $all that goes on live, until the client leaves. */
export const subscribe = async (
  log: ServerLog,
  faults: Faults,
  options: Options,
  write: (message: Resp) => Promise<void>,
  left: AbortSignal,
): Promise<void> => {
  const matches = filterOf(options)
  const every = checkpointEvery(options)
  let isStalled = false
  let next = startOf(log, options)
  const over = faults.subscribed(log.all()[next - 1]?.position ?? 0n, () => {
    isStalled = true
  })
  left.addEventListener('abort', over, { once: true })
  let considered = 0
  let isLive = false
  await write(confirmationMessage(randomUUID()))
  while (!left.aborted) {
    const record = isStalled ? undefined : log.all()[next]
    if (record) {
      next += 1
      considered += 1
      if (matches(record)) await write(eventMessage(record))
      if (considered % every === 0) await write(checkpointMessage(record.position))
    } else {
      if (!isLive) {
        isLive = true
        const last = log.all()[next - 1]
        if (last && Number.isFinite(every)) await write(checkpointMessage(last.position))
        await write(caughtUpMessage())
      }
      // Written meanwhile: nobody would say so again.
      if (isStalled || next === log.all().length) await change(log, left)
    }
  }
}
