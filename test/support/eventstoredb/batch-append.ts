import codes from '@eventstore/db-client/generated/code_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { handleBidiStreamingCall } from '@grpc/grpc-js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { type AppendRequest, answerTo } from './appending.ts'
import type { Faults } from './faults.ts'
import type { AppendOutcome, Expected, ServerLog } from './log.ts'
import { nameOf } from './messages.ts'
import type { Proposed } from './records.ts'

type Req = InstanceType<typeof streams.BatchAppendReq>
type Resp = InstanceType<typeof streams.BatchAppendResp>

const expectedOf = (options: InstanceType<typeof streams.BatchAppendReq.Options>): Expected => {
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  return options.hasStreamPosition() ? Number(options.getStreamPosition()) : 'any'
}

const proposedOf = (request: Req): readonly Proposed[] =>
  request.getProposedMessagesList().map((message) => ({
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: Buffer.from(message.getData_asU8()),
    metadata: Buffer.from(message.getCustomMetadata_asU8()),
  }))

const requestOf = (chunks: readonly Req[]): AppendRequest => {
  const options = chunks[0]?.getOptions()
  return {
    stream: nameOf(options?.getStreamIdentifier()),
    expected: options ? expectedOf(options) : 'any',
    events: chunks.flatMap(proposedOf),
  }
}

const successOf = (revision: number, position: bigint | undefined) => {
  const success = new streams.BatchAppendResp.Success()
  success.setCurrentRevision(String(revision))
  if (position === undefined) {
    success.setNoPosition(new empty.Empty())
    return success
  }
  const at = new shared.AllStreamPosition()
  at.setCommitPosition(String(position))
  at.setPreparePosition(String(position))
  success.setPosition(at)
  return success
}

/** Errors of a batch are a `google.rpc.Status` with one packed detail. */
const errorOf = (code: number, message: string, name: string, detail: Uint8Array) => {
  const details = new any.Any()
  details.pack(detail, `event_store.client.${name}`)
  const error = new statuses.Status()
  error.setCode(code)
  error.setMessage(message)
  error.setDetails(details)
  return error
}

const wrongVersionOf = (current: number | undefined, expected: Expected) => {
  const wrong = new shared.WrongExpectedVersion()
  if (current === undefined) wrong.setCurrentNoStream(new empty.Empty())
  else wrong.setCurrentStreamRevision(String(current))
  if (typeof expected === 'number') wrong.setExpectedStreamPosition(String(expected))
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new empty.Empty())
  const { FAILED_PRECONDITION } = codes.Code
  const packed = wrong.serializeBinary()
  return errorOf(FAILED_PRECONDITION, 'Wrong expected version', 'WrongExpectedVersion', packed)
}

const timeout = () => {
  const packed = new shared.Timeout().serializeBinary()
  return errorOf(codes.Code.DEADLINE_EXCEEDED, 'Timeout', 'Timeout', packed)
}

/** A batch carries a time of the client's clock, which the server holds against its own. */
const isTooLate = (first: Req, now: number): boolean => {
  const deadline = first.getOptions()?.getDeadline()
  return deadline !== undefined && deadline.toDate().getTime() <= now
}

const responseTo = (first: Req): Resp => {
  const response = new streams.BatchAppendResp()
  response.setCorrelationId(first.getCorrelationId())
  response.setStreamIdentifier(first.getOptions()?.getStreamIdentifier())
  return response
}

const responseOf = (
  first: Req,
  { expected }: AppendRequest,
  outcome: AppendOutcome,
  isPositionKnown: boolean,
): Resp => {
  const response = responseTo(first)
  if (outcome.is === 'wrong-version') response.setError(wrongVersionOf(outcome.current, expected))
  else
    response.setSuccess(successOf(outcome.revision, isPositionKnown ? outcome.position : undefined))
  return response
}

/** All appends of a client over one call, told apart by their correlation ids. */
export const batchAppendHandler =
  (log: ServerLog, faults: Faults, now: () => number): handleBidiStreamingCall<Req, Resp> =>
  (call) => {
    const parts = new Map<string, Req[]>()
    call.on('data', async (chunk: Req) => {
      const id = chunk.getCorrelationId()?.getString() ?? ''
      const chunks = [...(parts.get(id) ?? []), chunk]
      parts.set(id, chunks)
      if (!chunk.getIsFinal()) return
      parts.delete(id)
      const [first = chunk] = chunks
      if (isTooLate(first, now())) {
        const response = responseTo(first)
        response.setError(timeout())
        call.write(response)
        return
      }
      const request = requestOf(chunks)
      const answer = await answerTo('batch-append', request, log, faults)
      if (!answer || call.cancelled) return
      if ('refused' in answer) call.emit('error', answer.refused)
      else call.write(responseOf(first, request, answer.outcome, answer.isPositionKnown))
    })
    call.on('end', () => call.end())
  }
