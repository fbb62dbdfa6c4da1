import { isolated } from '../../kernel/isolated.ts'
import { allUsersId } from '../default-groups.ts'
import { mayRead } from '../levels.ts'
import type { AccessHistory } from './access-history.ts'
import type { Explanation } from './explain.ts'
import { isolatedNames } from './isolated-names.ts'
import type { Names } from './names.ts'
import type { Path } from './path.ts'
import type { Resource } from './resource.ts'
import { placeText, wordingOf } from './resource-text.ts'
import type { Moment } from './timeline.ts'

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `3 May 2026`, in UTC. */
export const dayText = ({ at }: Pick<Moment, 'at'>): string => dayFormat.format(new Date(at))

type Comments = Pick<AccessHistory, 'revisions' | 'collectionRevisions'>

/** What was written beside the revision that a moment belongs to. */
export const commentOf = (
  { revisions, collectionRevisions }: Comments,
  { type, revision }: Moment,
): string | null => {
  if (revision === undefined) return null
  const list = type === 'CollectionGraphRevised' ? collectionRevisions : revisions
  return list[revision - 1]?.comment ?? null
}

/** What else than a revision brings grants along. */
const occasions: Readonly<Record<string, string>> = {
  DatabaseConnected: 'it was connected',
  CollectionCreated: 'it was made',
}

/** `revision 12 (by Grace, 'quarterly review')`. */
const occasionText = (history: Comments, since: Moment, names: Names): string => {
  const by = `by ${names.actor(since.actor)}`
  if (since.revision === undefined)
    return `${occasions[since.type] ?? dayText(since)} (${dayText(since)}, ${by})`
  const comment = commentOf(history, since)
  return `revision ${since.revision} (${by}${comment ? `, '${isolated(comment)}'` : ''})`
}

const grantText = (
  history: Comments,
  { grant: { level, on, since } }: Path,
  resource: Resource,
  names: Names,
): string => {
  const where = on ? ` on ${placeText(resource, on, names)}` : ''
  const when = since ? `since ${occasionText(history, since, names)}` : 'from the beginning'
  return `has ${level}${where} ${when}`
}

const groupText = ({ groupId, joined }: Path, names: Names): string => {
  const name = `group ${names.group(groupId ?? 0)}`
  if (groupId === allUsersId) return `${name} (everybody is in it)`
  return joined ? `${name} (joined ${dayText(joined)} by ${names.actor(joined.actor)})` : name
}

/** Why one path leads to a resource, after "because". */
const reasonText = (
  history: Comments,
  path: Path,
  who: string,
  resource: Resource,
  names: Names,
): string => {
  if (path.through === 'owner') return `because it is ${who}'s own`
  if (path.through === 'administrators') {
    const made = path.joined
      ? ` (made one ${dayText(path.joined)} by ${names.actor(path.joined.actor)})`
      : ''
    return `because ${who} is an admin${made}`
  }
  const group = groupText(path, names)
  return `because of ${group}, which ${grantText(history, path, resource, names)}`
}

/** `A, B and C`. */
export const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** What was taken away, where nothing is left. */
const lossText = (history: Comments, paths: Explanation['paths'], names: Names): string => {
  const lost = paths.flatMap((path) =>
    path.lost && path.groupId !== undefined
      ? [
          `${names.group(path.groupId)} has nothing there since ${occasionText(history, path.lost, names)}`,
        ]
      : [],
  )
  return lost.length > 0 ? ` ${list.format(lost)}.` : ''
}

const refusalText = (
  history: Comments,
  { paths, partly, resource, ownerId }: Explanation,
  names: Names,
): string => {
  if (ownerId !== undefined) return `: only ${names.person(ownerId)} and admins may.`
  const groups = paths.flatMap(({ groupId }) => (groupId === undefined ? [] : names.group(groupId)))
  if (partly) {
    const some = paths.flatMap(({ groupId, standing }) =>
      standing === 'partly' && groupId !== undefined ? names.group(groupId) : [],
    )
    return `: only parts of it are open to ${list.format(some)}.`
  }
  const what = resource.kind === 'native' ? 'lets its members do that' : 'has access to it'
  const none = `none of their groups (${list.format(groups)}) ${what}.`
  return `: ${none}${lossText(history, paths, names)}`
}

/** The whole answer as a person would say it. */
export const sentenceOf = (history: Comments, explanation: Explanation, plain: Names): string => {
  const names = isolatedNames(plain)
  const { userId, resource, deactivated, because } = explanation
  const who = names.person(userId)
  const wording = wordingOf(resource)
  const what = (level: Explanation['level']) =>
    `${wording.verb(level)} ${wording.name(resource, names)}`
  if (deactivated) {
    const by = names.actor(deactivated.actor)
    return `${who} may not ${what('read')}: the account was deactivated ${dayText(deactivated)} by ${by}.`
  }
  if (because)
    return `${who} may ${what(because.grant.level)} ${reasonText(history, because, who, resource, names)}.`
  return `${who} may not ${what(mayRead(explanation.level) ? explanation.level : 'read')}${refusalText(history, explanation, names)}`
}
