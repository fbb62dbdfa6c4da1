import { Refusal } from './refusal.ts'

/** Whether a call is within its limit, and the seconds to wait where it is not. */
type Standing = { readonly allowed: boolean; readonly retryAfter: number }

/** @throws {Refusal} `rate-limited`, with the longest of the waits, unless all of these are allowed. */
export const refuseExcess = (message: string, ...standings: readonly Standing[]): void => {
  const waits = standings.filter(({ allowed }) => !allowed).map(({ retryAfter }) => retryAfter)
  if (waits.length > 0)
    throw new Refusal('rate-limited', message, { retryAfter: Math.max(...waits) })
}
