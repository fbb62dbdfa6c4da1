import { isStorableText, type Json } from '../../shared/kernel/json.ts'
import { depthOf, inputLimits } from '../../shared/kernel/json-input.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { HttpOutcome } from '../../shared/ports/http-caller.ts'
import { type Ended, unknownOutcome } from './told.ts'

type Answered = Extract<HttpOutcome, { readonly kind: 'answered' }>

const textOf = (body: string): string =>
  isStorableText(body) ? body : body.toWellFormed().replaceAll('\u0000', '\ufffd')

const encoder = new TextEncoder()

/** What another service answered: JSON where it is, and no deeper than ours may be, else its text. */
const bodyOf = ({ body }: Answered): Json => {
  if (body === '') return null
  if (depthOf(encoder.encode(body)) > inputLimits.depth) return textOf(body)
  try {
    return JSON.parse(body)
  } catch {
    return textOf(body)
  }
}

const endOfAnswer = (answer: Answered): Ended => {
  const { status } = answer
  if (status < 300)
    return {
      ending: { outcome: 'committed', rowsAffected: [], problem: null },
      told: {
        'rows-affected': [],
        success: true,
        'remote-status': status,
        'remote-body': bodyOf(answer),
      },
    }
  return {
    ending: { outcome: 'failed', rowsAffected: [], problem: `status-${status}` },
    told: new Refusal('validation', `The other service answered with status ${status}.`, {
      body: { 'remote-status': status },
    }),
  }
}

/** What came of calling another service. Redirects are not followed: they are failures, too. */
export const endOfCall = (outcome: HttpOutcome): Ended => {
  switch (outcome.kind) {
    case 'answered':
      return endOfAnswer(outcome)
    case 'refused':
      return {
        ending: { outcome: 'refused', rowsAffected: [], problem: 'not-allowed' },
        told: new Refusal('validation', outcome.reason),
      }
    case 'failed':
      return outcome.mayHaveActed
        ? {
            ending: { outcome: 'unknown', rowsAffected: [], problem: 'answer-lost' },
            told: unknownOutcome(),
          }
        : {
            ending: { outcome: 'rolled-back', rowsAffected: [], problem: 'connection' },
            told: new Refusal('action-failed', outcome.reason),
          }
  }
}
