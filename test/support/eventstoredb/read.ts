import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { handleServerStreamingCall } from '@grpc/grpc-js'
import type { Faults } from './faults.ts'
import { leavingOf, writerTo } from './flow.ts'
import type { ServerLog } from './log.ts'
import { eventMessage, nameOf, notFoundMessage } from './messages.ts'
import { indexOf } from './positions.ts'
import type { LogRecord } from './records.ts'
import { subscribe } from './subscribe.ts'

type Req = InstanceType<typeof streams.ReadReq>
type Resp = InstanceType<typeof streams.ReadResp>
type Options = InstanceType<typeof streams.ReadReq.Options>
type Write = (message: Resp) => Promise<void>

const backwards = 1

/** As many as asked for, from a place on, in the direction asked for. */
const slice = (records: readonly LogRecord[], from: number, options: Options): LogRecord[] => {
  const count = Math.min(Number(options.getCount()), records.length)
  return options.getReadDirection() === backwards
    ? records.slice(Math.max(0, from + 1 - count), from + 1).reverse()
    : records.slice(from, from + count)
}

const endOf = (records: readonly LogRecord[], options: Options): number =>
  options.getReadDirection() === backwards ? records.length - 1 : records.length

const readStream = async (log: ServerLog, options: Options, write: Write): Promise<void> => {
  const asked = options.getStream()
  const name = nameOf(asked?.getStreamIdentifier())
  const records = log.stream(name)
  if (records.length === 0) return write(notFoundMessage(name))
  const from = asked?.hasEnd()
    ? endOf(records, options)
    : asked?.hasRevision()
      ? Number(asked.getRevision())
      : 0
  for (const record of slice(records, from, options)) await write(eventMessage(record))
}

/** The record at a position is what a reading forwards begins with; backwards, the one before it. */
const readAll = async (log: ServerLog, options: Options, write: Write): Promise<void> => {
  const asked = options.getAll()
  const position = asked?.getPosition()
  const step = options.getReadDirection() === backwards ? 1 : 0
  const from = asked?.hasEnd()
    ? endOf(log.all(), options)
    : position
      ? indexOf(log, BigInt(position.getCommitPosition())) - step
      : 0
  for (const record of slice(log.all(), from, options)) await write(eventMessage(record))
}

/** Reads and subscriptions: one call to the protocol. */
export const readHandler =
  (log: ServerLog, faults: Faults): handleServerStreamingCall<Req, Resp> =>
  async (call) => {
    const left = leavingOf(call)
    const write = writerTo(call, left)
    const fault = faults.next('read')
    if (fault === 'ignored') return
    try {
      const options = call.request.getOptions()
      if (typeof fault === 'object') throw fault
      if (options?.hasSubscription()) await subscribe(log, faults, options, write, left)
      else if (options?.hasStream()) await readStream(log, options, write)
      else if (options) await readAll(log, options, write)
      call.end()
    } catch (error) {
      if (!left.aborted) call.emit('error', error)
    }
  }
