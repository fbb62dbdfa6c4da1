import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { LogRecord } from './records.ts'

type Resp = InstanceType<typeof streams.ReadResp>

const identifierOf = (stream: string) => {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Uint8Array.from(Buffer.from(stream, 'utf8')))
  return identifier
}

export const nameOf = (
  identifier: InstanceType<typeof shared.StreamIdentifier> | undefined,
): string => Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')

export const eventMessage = (record: LogRecord): Resp => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
  const id = new shared.UUID()
  id.setString(record.id)
  recorded.setId(id)
  recorded.setStreamIdentifier(identifierOf(record.stream))
  recorded.setStreamRevision(String(record.revision))
  recorded.setCommitPosition(String(record.position))
  recorded.setPreparePosition(String(record.position))
  recorded.setData(Uint8Array.from(record.data))
  recorded.setCustomMetadata(Uint8Array.from(record.metadata))
  const metadata = recorded.getMetadataMap()
  metadata.set('type', record.type)
  metadata.set('content-type', record.contentType)
  metadata.set('created', `${record.created}0000`)
  const event = new streams.ReadResp.ReadEvent()
  event.setEvent(recorded)
  event.setCommitPosition(String(record.position))
  const message = new streams.ReadResp()
  message.setEvent(event)
  return message
}

export const notFoundMessage = (stream: string): Resp => {
  const notFound = new streams.ReadResp.StreamNotFound()
  notFound.setStreamIdentifier(identifierOf(stream))
  const message = new streams.ReadResp()
  message.setStreamNotFound(notFound)
  return message
}

export const confirmationMessage = (id: string): Resp => {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId(id)
  const message = new streams.ReadResp()
  message.setConfirmation(confirmation)
  return message
}

export const checkpointMessage = (position: bigint): Resp => {
  const checkpoint = new streams.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(String(position))
  checkpoint.setPreparePosition(String(position))
  const message = new streams.ReadResp()
  message.setCheckpoint(checkpoint)
  return message
}

export const caughtUpMessage = (): Resp => {
  const message = new streams.ReadResp()
  message.setCaughtUp(new streams.ReadResp.CaughtUp())
  return message
}
