import type { Keys } from '../keys.ts'
import { open, type SealedBox, seal, UnreadableSecret } from './sealed-box.ts'

/** A sealed box as tables keep it, with the id of the key it was made under. */
export type StoredBox = SealedBox & { readonly keyId: string }

/** Seals with one of the service's keys and says which one it was. */
export type Keyring = {
  seal(plain: string | Buffer, place: string): StoredBox
  /** @throws {UnreadableSecret} */
  open(box: StoredBox, place: string): Buffer
}

export const keyring = (key: Buffer, keyId: Keys['keyId']): Keyring => ({
  seal: (plain, place) => ({ ...seal(key, plain, place), keyId }),
  open(box, place) {
    if (box.keyId !== keyId)
      throw new UnreadableSecret(`${place} was encrypted under key ${box.keyId}, not ${keyId}`)
    return open(key, box, place)
  },
})
