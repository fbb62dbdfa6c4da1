import { createHash } from 'node:crypto'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Idempotency, StoredAnswer } from '../../shared/ports/idempotency.ts'
import { type ErrorAnswer, errorAnswer } from '../http/errors.ts'
import { type Answer, type Call, textOf } from '../http/pipeline.ts'

const requestHash = (call: Call): string =>
  createHash('sha256')
    .update(`${call.endpoint.method} ${call.path}\n`)
    .update(call.bodyBytes)
    .digest('hex')

const toStored = (answer: Answer): StoredAnswer => ({
  status: answer.status,
  headers: answer.headers ?? {},
  body: textOf(answer) ?? '',
})

/** What will be the same next time; a refusal that names a time to try again will not. */
const isFinal = ({ status, headers }: ErrorAnswer): boolean =>
  status >= 400 && status < 500 && headers['Retry-After'] === undefined

/** In place of an answer that holds a secret: that is kept nowhere. */
const shownBefore: Answer = errorAnswer(
  new Refusal('conflict', 'This was done already; what it answered is shown only once.'),
)

type Keyed = {
  readonly work: (commandId: string) => Promise<Answer>
  /** Throws where the answer must not be given again to whoever asks. */
  readonly beforeReplay: (answer: StoredAnswer) => Promise<void>
}

/** Decision G8: the first answer to a key is the only one; refusals by a rule are kept as well. */
export const idempotently = async (
  idempotency: Idempotency,
  call: Call,
  sessionKey: string,
  key: string,
  { work, beforeReplay }: Keyed,
): Promise<Answer> => {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Refusal('validation', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  const start = await idempotency.begin(sessionKey, key, requestHash(call))
  switch (start.kind) {
    case 'mismatch':
      throw new Refusal(
        'idempotency-key-reused',
        'This Idempotency-Key was used for another request.',
      )
    case 'busy':
      throw new Refusal(
        'idempotency-key-in-use',
        'The first request with this Idempotency-Key is still running.',
        {
          retryAfter: 1,
        },
      )
    case 'replay': {
      await beforeReplay(start.answer)
      const { status, headers, body } = start.answer
      return { status, headers, ...(body !== '' && { text: body }) }
    }
    case 'run':
      try {
        const answer = await work(start.commandId)
        const { shownOnce } = call.endpoint
        await idempotency.finish(start.commandId, toStored(shownOnce ? shownBefore : answer))
        return answer
      } catch (error) {
        const refused = errorAnswer(error)
        if (isFinal(refused)) await idempotency.finish(start.commandId, toStored(refused))
        else await idempotency.release(start.commandId)
        throw error
      }
  }
}
