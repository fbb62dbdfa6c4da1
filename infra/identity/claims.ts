import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { email } from '../../shared/contract/user.ts'

/** Names come from elsewhere: whatever they hold, they stay on one line and within bounds. */
const name = z
  .string()
  .transform((text) =>
    text
      .replace(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, 254),
  )
  .catch('')

const person = z.object({
  sub: z.string().min(1).max(255),
  email: email.optional().catch(undefined),
  // The word "true" is no proof: some providers say it of whatever people type in.
  email_verified: z.literal(true).optional().catch(undefined),
  given_name: name,
  family_name: name,
  name,
})

export type Claims = {
  readonly subject: string
  /** Undefined unless the provider has verified it. */
  readonly email: string | undefined
  readonly firstName: string
  readonly lastName: string
}

/** Whom a token is about; undefined where it names nobody. */
export const claimsOf = (payload: JWTPayload): Claims | undefined => {
  const { data } = person.safeParse(payload)
  if (!data) return undefined
  return {
    subject: data.sub,
    email: data.email_verified ? data.email : undefined,
    firstName: data.given_name || data.name,
    lastName: data.family_name,
  }
}

/** Made for us, and for nobody else besides unless it says that we are whom it was given to. */
export const isForUs = ({ aud, azp }: JWTPayload, clientId: string): boolean =>
  azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId
