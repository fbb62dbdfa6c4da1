import type { SchemaLevel } from '../levels.ts'
import { isolatedNames } from './isolated-names.ts'
import type { Names } from './names.ts'
import type { Resource } from './resource.ts'
import { wordingOf } from './resource-text.ts'
import { list } from './sentence.ts'
import type { WhoCan } from './who-can.ts'

type Through = { readonly groupId: number; readonly members: number }

const peopleText = (count: number) => (count === 1 ? '1 person' : `${count} people`)

const groupTexts = (groups: readonly Through[], names: Names): readonly string[] =>
  groups
    .filter(({ members }) => members > 0)
    .map(({ groupId, members }) => `${names.group(groupId)} (${members})`)

const throughText = (ways: readonly string[]) =>
  ways.length > 0 ? `, through ${list.format(ways)}` : ''

/** Those who may use a part only, after those who may use all of it. */
const partlyText = (verb: string, { users, partly }: WhoCan, names: Names): string => {
  const { length: count } = partly.users
  if (count === 0) return ''
  const who = users.length > 0 ? `${count} more` : peopleText(count)
  return `; ${who} may ${verb} parts of it${throughText(groupTexts(partly.groups, names))}`
}

/**
 * Who may, as a person would say it: `5 people may query table orders, through A (3) and B (2).`
 * @param level the weakest that was asked for
 */
export const whoCanSentence = (
  resource: Resource,
  level: SchemaLevel,
  found: WhoCan,
  plain: Names,
): string => {
  const names = isolatedNames(plain)
  const { users, groups, ownerId } = found
  const { verb, name } = wordingOf(resource)
  const what = name(resource, names)
  const asked = verb(level)
  const parts = partlyText(asked, found, names)
  if (users.length === 0) return `Nobody may ${asked} ${parts ? 'all of ' : ''}${what}${parts}.`
  const most = verb('write')
  const able = users.filter(({ because }) => verb(because.grant.level) === most).length
  const doing = able === users.length ? most : asked
  const more = able > 0 && doing !== most ? `, and ${able} of them may ${most} it` : ''
  const owner = ownerId === undefined ? [] : [`${names.person(ownerId)}, whose own it is`]
  const ways = throughText([...groupTexts(groups, names), ...owner])
  return `${peopleText(users.length)} may ${doing} ${what}${more}${ways}${parts}.`
}
