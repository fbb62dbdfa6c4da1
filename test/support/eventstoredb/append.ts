import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { handleClientStreamingCall } from '@grpc/grpc-js'
import { type AppendRequest, answerTo } from './appending.ts'
import type { Faults } from './faults.ts'
import type { AppendOutcome, Expected, ServerLog } from './log.ts'
import { nameOf } from './messages.ts'
import type { Proposed } from './records.ts'

type Req = InstanceType<typeof streams.AppendReq>
type Resp = InstanceType<typeof streams.AppendResp>

const expectedOf = (options: InstanceType<typeof streams.AppendReq.Options>): Expected => {
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  return options.hasRevision() ? Number(options.getRevision()) : 'any'
}

const proposedOf = (message: InstanceType<typeof streams.AppendReq.ProposedMessage>): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: Buffer.from(message.getData_asU8()),
  metadata: Buffer.from(message.getCustomMetadata_asU8()),
})

const requestOf = (messages: readonly Req[]): AppendRequest => {
  const options = messages.find((it) => it.hasOptions())?.getOptions()
  return {
    stream: nameOf(options?.getStreamIdentifier()),
    expected: options ? expectedOf(options) : 'any',
    events: messages.flatMap((it) => {
      const message = it.getProposedMessage()
      return message ? [proposedOf(message)] : []
    }),
  }
}

const successOf = (revision: number, position: bigint | undefined) => {
  const success = new streams.AppendResp.Success()
  success.setCurrentRevision(String(revision))
  if (position === undefined) {
    success.setNoPosition(new shared.Empty())
    return success
  }
  const at = new streams.AppendResp.Position()
  at.setCommitPosition(String(position))
  at.setPreparePosition(String(position))
  success.setPosition(at)
  return success
}

const wrongVersionOf = (current: number | undefined, expected: Expected) => {
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (current === undefined) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(current))
  if (typeof expected === 'number') wrong.setExpectedRevision(String(expected))
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty())
  return wrong
}

const responseOf = (outcome: AppendOutcome, isPositionKnown: boolean, expected: Expected): Resp => {
  const response = new streams.AppendResp()
  if (outcome.is === 'wrong-version')
    response.setWrongExpectedVersion(wrongVersionOf(outcome.current, expected))
  else
    response.setSuccess(successOf(outcome.revision, isPositionKnown ? outcome.position : undefined))
  return response
}

/** One append per call: what the client uses when a call has credentials of its own. */
export const appendHandler =
  (log: ServerLog, faults: Faults): handleClientStreamingCall<Req, Resp> =>
  (call, callback) => {
    const messages: Req[] = []
    call.on('data', (message: Req) => messages.push(message))
    call.on('end', async () => {
      const request = requestOf(messages)
      const answer = await answerTo('append', request, log, faults)
      if (!answer) return
      if ('refused' in answer) callback(answer.refused)
      else callback(null, responseOf(answer.outcome, answer.isPositionKnown, request.expected))
    })
  }
