import type { QueryRoute } from '../../query-service/context.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { StoredAnswer } from '../../shared/ports/idempotency.ts'
import type { Call } from '../http/pipeline.ts'

const idIn = ({ body }: StoredAnswer): unknown => {
  const answer: unknown = body === '' ? undefined : JSON.parse(body)
  return typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined
}

/**
 * Sees to it that nobody is given an answer again who would not be shown what it shows any more:
 * the thing of the id in the answer, or else in the address, read as GET reads it.
 * @param look runs that read as whoever asks now
 * @throws {Refusal} 403
 */
export const refuseUnseen = async (
  reads: readonly QueryRoute[],
  { endpoint, request }: Pick<Call, 'endpoint' | 'request'>,
  answer: StoredAnswer,
  look: (read: QueryRoute, params: { readonly id: number }) => Promise<unknown>,
): Promise<void> => {
  const address = `${endpoint.path.split('/:')[0]}/:id`
  const read = reads.find((it) => it.endpoint.method === 'GET' && it.endpoint.path === address)
  const params: { readonly id?: unknown } = request.params ?? {}
  const id = idIn(answer) ?? params.id
  if (!read || typeof id !== 'number' || answer.status >= 400) return
  try {
    await look(read, { id })
  } catch (error) {
    // What is gone meanwhile was there to be answered.
    if (!(error instanceof Refusal) || error.kind === 'forbidden') throw error
  }
}
