import { type StatusObject, status } from '@grpc/grpc-js'
import type { ServerLog } from './log.ts'

const invalidPosition: Partial<StatusObject> = {
  code: status.INVALID_ARGUMENT,
  details: 'Trying to read from an invalid position.',
}

/** Index in the log of a position. @throws a status for a place between two records: it is none. */
export const indexOf = (log: ServerLog, position: bigint): number => {
  const index = log.indexAt(position)
  if (log.all()[index]?.position !== position) throw invalidPosition
  return index
}
