import type { PublicLinkEvent, SharedKind } from '../../shared/events/public-link.ts'
import type { Decider } from '../../shared/kernel/decider.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'

/** The link of a thing; undefined where it has none. */
export type PublicLink = { readonly uuid: string; readonly expiresAt: string | null } | undefined

type Thing = { readonly kind: SharedKind; readonly entityId: number }

export type PublicLinkCommand =
  | {
      type: 'CreatePublicLink'
      data: Thing & {
        /** What a new link is to be called. */
        uuid: string
        /** ISO 8601 in UTC; undefined leaves that of the link there is. */
        expiresAt: string | null | undefined
        rotate: boolean
        now: Date
      }
    }
  | { type: 'RemovePublicLink'; data: Thing }

const isPast = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && new Date(expiresAt) <= now

/** Links for everybody: one at a time for a thing, and never the same again once it is removed. */
export const publicLinkDecider: Decider<PublicLink, PublicLinkCommand, PublicLinkEvent> = {
  initial: undefined,
  decide: {
    CreatePublicLink: ({ kind, entityId, uuid, expiresAt, rotate, now }, link) => {
      const thing = { kind, entityId }
      const wanted = expiresAt === undefined ? null : expiresAt
      if (!link) return [{ type: 'PublicLinkCreated', data: { ...thing, uuid, expiresAt: wanted } }]
      if (rotate || isPast(link.expiresAt, now))
        return [
          { type: 'PublicLinkRemoved', data: { ...thing, uuid: link.uuid } },
          { type: 'PublicLinkCreated', data: { ...thing, uuid, expiresAt: wanted } },
        ]
      if (expiresAt === undefined || expiresAt === link.expiresAt) return []
      return [{ type: 'PublicLinkCreated', data: { ...thing, uuid: link.uuid, expiresAt } }]
    },

    RemovePublicLink: (thing, link) => {
      if (!link) throw new Refusal('not-found', 'This is not shared by a link.')
      return [{ type: 'PublicLinkRemoved', data: { ...thing, uuid: link.uuid } }]
    },
  },
  evolve: {
    PublicLinkCreated: (_, { uuid, expiresAt }) => ({ uuid, expiresAt }),
    PublicLinkRemoved: () => undefined,
  },
}
