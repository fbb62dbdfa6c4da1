import { invalid } from '../../shared/kernel/refusal.ts'

const dayMs = 86_400_000
const usualDays = 365
const mostDays = 730

/**
 * When a key ends: a year from now unless it is said, two years at most. Whoever forgets a key is not
 * to have it lie about for ever.
 * @throws {Refusal} 400
 */
export const expiryOf = (wanted: string | null | undefined, now: Date): Date => {
  const after = (days: number) => new Date(now.getTime() + days * dayMs)
  if (wanted === null || wanted === undefined) return after(usualDays)
  const expiry = new Date(wanted)
  if (expiry <= now) throw invalid('expires_at', 'must be in the future')
  if (expiry > after(mostDays)) throw invalid('expires_at', `must be within ${mostDays} days`)
  return expiry
}
