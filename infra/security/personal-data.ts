import { type Sealed, sealed } from '../../shared/events/event-type.ts'
import { erased, type PersonalData } from '../../shared/ports/personal-data.ts'
import { type PersonKey, type PersonKeysOptions, personKeys } from './person-keys.ts'
import { nonceBytes, open, seal, UnreadableSecret } from './sealed-box.ts'

// Sealed text: `1.<mark of the key>.<nonce, ciphertext and tag in base64url>`; 1 is the format.
const format = '1'

const placeOf = (userId: number) => `person ${userId}`

const sealText = ({ key, mark }: PersonKey, userId: number, plain: string): Sealed => {
  const { nonce, ciphertext } = seal(key, plain, placeOf(userId))
  const body = Buffer.concat([nonce, ciphertext]).toString('base64url')
  return sealed.parse(`${format}.${mark}.${body}`)
}

/** @throws {UnreadableSecret} for text that is not ours, or is another person's. */
const openText = (personKey: PersonKey | undefined, userId: number, text: Sealed): string => {
  const [version, mark, body] = text.split('.')
  if (version !== format || mark === undefined || body === undefined)
    throw new UnreadableSecret(`data of user ${userId} is in no known format`)
  if (personKey?.mark !== mark) return erased
  const bytes = Buffer.from(body, 'base64url')
  const box = { nonce: bytes.subarray(0, nonceBytes), ciphertext: bytes.subarray(nonceBytes) }
  return open(personKey.key, box, placeOf(userId)).toString('utf8')
}

/**
 * Each person's data under a key of their own. `forget` deletes that key, and with it everything
 * the log knows of the person, for good.
 */
export const personalData = (
  options: PersonKeysOptions,
): PersonalData & { forget(userId: number): Promise<void> } => {
  const keys = personKeys(options)
  return {
    seal: async (userId, plain) => sealText(await keys.of(userId), userId, plain),
    async unlock(userIds) {
      const wanted = new Set(userIds)
      const found = await keys.find(wanted)
      return (userId, text) => {
        if (!wanted.has(userId)) throw new Error(`the key of user ${userId} was not unlocked`)
        return openText(found.get(userId), userId, text)
      }
    },
    forget: keys.remove,
  }
}
