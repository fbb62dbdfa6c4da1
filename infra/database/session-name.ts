import type { Keys } from '../keys.ts'
import { type Role, roles } from '../roles.ts'

/** A process of the service, as its sessions tell the database. */
export type SessionName = {
  readonly role: Role
  /** Tells it from others of its role, six hexadecimal digits. */
  readonly mark: string
  /** Of the master keys it holds: one, or two while they are exchanged. Ids give nothing away. */
  readonly keyIds: readonly string[]
}

/** The server keeps no more than 63 bytes of it. */
export const sessionNameOf = ({ role, mark, keyIds }: SessionName): string =>
  `analytics ${role} ${mark} ${keyIds.join('+')}`

const pattern = new RegExp(
  `^analytics (?<role>${roles.join('|')}) (?<mark>[0-9a-f]{6}) (?<ids>[0-9a-f]{16}(\\+[0-9a-f]{16})?)$`,
)

/** Undefined for a session of something else, or of an earlier release. */
export const readSessionName = (name: string): SessionName | undefined => {
  const { role: said, mark = '', ids = '' } = pattern.exec(name)?.groups ?? {}
  const role = roles.find((known) => known === said)
  return role && { role, mark, keyIds: ids.split('+') }
}

export const keyIdsOf = ({ keyId, other }: Pick<Keys, 'keyId' | 'other'>): readonly string[] =>
  other ? [keyId, other.keyId] : [keyId]
