import type { Keys } from '../keys.ts'
import { codeOf } from '../postgres/trouble.ts'
import { open, type SealedBox, seal, UnreadableSecret } from './sealed-box.ts'

/** A sealed box as tables keep it, with the id of the key it was made under. */
export type StoredBox = SealedBox & { readonly keyId: string }

/** The keys that secrets are sealed under. */
export type SealingKeys = Pick<Keys, 'vault' | 'person' | 'keyId' | 'other'>

/** Seals with one of the service's keys and says which one it was. */
export type Keyring = {
  /** Has a box kept; where its key has been retired since, one under the key in its place. */
  keep<T>(plain: string | Buffer, place: string, write: (box: StoredBox) => Promise<T>): Promise<T>
  /** @throws {UnreadableSecret} */
  open(box: StoredBox, place: string): Buffer
}

/** SQLSTATE of a box under a key that was retired; the trigger on each table of boxes raises it. */
export const retiredKey = 'KR001'

export const keyring = <U extends 'vault' | 'person'>(
  keys: Pick<SealingKeys, U | 'keyId'> & { readonly other?: Keys },
  use: U,
): Keyring => {
  const { other } = keys
  const known = new Map<string, Buffer>([
    [keys.keyId, keys[use]],
    ...(other ? [[other.keyId, other[use]] as const] : []),
  ])
  let current = keys.keyId

  const sealed = (plain: string | Buffer, place: string): StoredBox => ({
    ...seal(known.get(current) as Buffer, plain, place),
    keyId: current,
  })

  return {
    keep: async (plain, place, write) => {
      try {
        return await write(sealed(plain, place))
      } catch (error) {
        const next = [...known.keys()].find((keyId) => keyId !== current)
        if (codeOf(error) !== retiredKey || next === undefined) throw error
        current = next
        return write(sealed(plain, place))
      }
    },
    open(box, place) {
      const key = known.get(box.keyId)
      if (!key)
        throw new UnreadableSecret(
          `${place} was encrypted under key ${box.keyId}, not ${[...known.keys()].join(' or ')}`,
        )
      return open(key, box, place)
    },
  }
}
