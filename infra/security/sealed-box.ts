import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/** The ciphertext was changed, moved to another place, or made under another key. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret'
}

/** `ciphertext` ends in the authentication tag. */
export type SealedBox = { readonly nonce: Buffer; readonly ciphertext: Buffer }

type Key = Buffer | KeyObject

export const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'

/** AES-256-GCM under a fresh nonce; opens only in the `place` it was sealed for. */
export const seal = (key: Key, plain: string | Buffer, place: string): SealedBox => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(place))
  const ciphertext = Buffer.concat([
    cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return { nonce, ciphertext }
}

/** @throws {UnreadableSecret} */
export const open = (key: Key, { nonce, ciphertext }: SealedBox, place: string): Buffer => {
  try {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(ciphertext.subarray(-tagBytes))
    return Buffer.concat([decipher.update(ciphertext.subarray(0, -tagBytes)), decipher.final()])
  } catch (cause) {
    throw new UnreadableSecret(`what is stored as ${place} cannot be decrypted`, { cause })
  }
}
