import { coreProjections } from '../../projections/index.ts'
import type { AnyProjection, Fact } from '../../projections/runtime/projection.ts'
import { projection } from '../../projections/runtime/projection.ts'
import { userProjection } from '../../projections/user.ts'
import type { UserEvent } from '../../shared/events/user.ts'
import type { Writer } from '../../shared/views/change-set.ts'
import { users } from '../../shared/views/user.ts'
import { integer, type View, view } from '../../shared/views/view.ts'

/** `users` as a later release might have it: which event of theirs gave somebody their name. */
export const widerUsers = view(
  users.name,
  { ...users.columns, name_revision: integer() },
  { key: ['id'] },
)

const isUsers = (table: View) => table.name === users.name

/** Rows of `users` become rows of the wider table, with the revision of the event that made them. */
const widened = (write: Writer, revision: number): Writer => ({
  ...write,
  put: (table, row) =>
    isUsers(table)
      ? write.put<View>(widerUsers, { ...row, name_revision: revision })
      : write.put(table, row),
  patch: (table, key, set) => write.patch<View>(isUsers(table) ? widerUsers : table, key, set),
})

type Handler = (write: Writer, fact: Fact<never>) => void

const handlers: Record<string, Handler | undefined> = Object.fromEntries(
  Object.entries(userProjection.on).map(([type, handle]) => [
    type,
    (write: Writer, fact: Fact<never>) => handle?.(widened(write, fact.revision), fact),
  ]),
)

const namesOf = projection<UserEvent>({
  ...userProjection,
  on: {
    UserProfileChanged: (write, { data, revision }) => {
      if (data.firstName === undefined && data.lastName === undefined) return
      write.patch(widerUsers, { id: data.userId }, { name_revision: revision })
    },
  },
})

/** The projection of users with a column whose values only old events tell. */
export const widerUserProjection: AnyProjection = {
  ...userProjection,
  views: userProjection.views.map((table) => (table === users ? widerUsers : table)),
  on: {
    ...handlers,
    UserProfileChanged: (write, fact) => {
      handlers.UserProfileChanged?.(write, fact)
      namesOf.on.UserProfileChanged?.(write, fact)
    },
  },
}

/** What a later release keeps: everything as it is, but for users. */
export const nextProjections: readonly AnyProjection[] = coreProjections.map((it) =>
  it.name === widerUserProjection.name ? widerUserProjection : it,
)
