import { setTimeout as sleep } from 'node:timers/promises'
import { Metadata, type StatusObject, status } from '@grpc/grpc-js'
import type { Faults } from './faults.ts'
import type { AppendOutcome, Expected, ServerLog } from './log.ts'
import { isUuid, type Proposed } from './records.ts'

/** The largest append a node takes unless it is told otherwise, in bytes. */
const maxAppendSize = 1024 * 1024

export type AppendRequest = {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly Proposed[]
}

export type Answer =
  | { readonly outcome: AppendOutcome; readonly isPositionKnown: boolean }
  | { readonly refused: Partial<StatusObject> }
  /** Nobody will ever answer. */
  | undefined

const sizeOf = (events: readonly Proposed[]): number =>
  events.reduce((sum, it) => sum + it.data.length + it.metadata.length + 2 * it.type.length, 0)

const tooLarge = (): Partial<StatusObject> => {
  const metadata = new Metadata()
  metadata.set('exception', 'maximum-append-size-exceeded')
  metadata.set('maximum-append-size', String(maxAppendSize))
  return { code: status.INVALID_ARGUMENT, details: 'Maximum Append Size Exceeded', metadata }
}

const problemOf = ({ events }: AppendRequest): Partial<StatusObject> | undefined => {
  if (!events.every(({ id }) => isUuid(id)))
    return { code: status.INVALID_ARGUMENT, details: 'an event id is not a UUID' }
  return sizeOf(events) > maxAppendSize ? tooLarge() : undefined
}

/** What every way to append has in common: the faults of the test, the rules, the log. */
export const answerTo = async (
  call: 'append' | 'batch-append',
  request: AppendRequest,
  log: ServerLog,
  faults: Faults,
): Promise<Answer> => {
  const fault = faults.next(call)
  if (fault === 'ignored') return undefined
  if (typeof fault === 'object') return { refused: fault }
  const problem = problemOf(request)
  if (problem) return { refused: problem }
  const outcome = log.append(request.stream, request.expected, request.events)
  if (fault === 'reply-lost') return undefined
  await sleep(0)
  return { outcome, isPositionKnown: fault !== 'position-unknown' }
}
