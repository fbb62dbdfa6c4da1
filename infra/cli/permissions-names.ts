import { InvalidArgumentError } from 'commander'
import type { Views } from '../../query-service/context.ts'
import { type AsOf, asOfInQuery } from '../../shared/contract/as-of.ts'
import { idInPath } from '../../shared/contract/common.ts'
import { normalEmail } from '../../shared/contract/user.ts'
import type { AccessState, CollectionId } from '../../shared/permissions/access-state.ts'
import { StartupProblem } from '../startup-problem.ts'

/** `--as-of`: a revision, a date or a time. @throws {InvalidArgumentError} */
export const asOf = (text: string): AsOf => {
  const parsed = asOfInQuery.safeParse(text)
  if (parsed.success) return parsed.data
  throw new InvalidArgumentError('It is a revision, a date, or a time with its zone (ISO 8601).')
}

/** @throws {InvalidArgumentError} */
export const savedId = (text: string): number => {
  const parsed = idInPath.safeParse(text)
  if (parsed.success) return parsed.data
  throw new InvalidArgumentError('It is an id: a whole number.')
}

/** A number of things. @throws {InvalidArgumentError} */
export const count = (text: string): number => {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number from 1.')
}

const idPattern = /^[1-9]\d{0,9}$/
const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

type Named = { readonly id: number; readonly name: string }

/** The one that a name or an id stands for; whoever asks learns what there is instead. */
const oneOf = (what: string, known: readonly Named[], text: string): number => {
  const named = known.filter(({ name }) => same(name, text))
  const [found] = named
  if (found && named.length === 1) return found.id
  if (named.length > 1)
    throw new StartupProblem(
      `There are several ${what}s called ${text}; name one by its id: ${named.map(({ id }) => id).join(', ')}.`,
    )
  const byId = known.find(({ id }) => idPattern.test(text) && id === Number(text))
  if (byId) return byId.id
  const some = known.slice(0, 10).map(({ id, name }) => `${name} (${id})`)
  const list =
    some.length > 0 ? ` There is: ${some.join(', ')}${known.length > 10 ? ', …' : ''}.` : ''
  throw new StartupProblem(`There is no ${what} ${text}.${list}`)
}

const named = (ids: readonly number[], name: (id: number) => string | null | undefined): Named[] =>
  ids.map((id) => ({ id, name: name(id) ?? '' }))

export const groupNamed = (state: AccessState, text: string): number =>
  oneOf('group', named(state.groupIds(), state.groupName), text)

export const databaseNamed = (state: AccessState, text: string): number =>
  oneOf('database', named(state.databaseIds(), state.databaseName), text)

export const collectionNamed = (state: AccessState, text: string): CollectionId =>
  text === 'root'
    ? 'root'
    : oneOf(
        'collection',
        named(state.collectionIds(), (id) => state.collection(id)?.name),
        text,
      )

/** A table by its name, in a database where one is named, or by its id. */
export const tableNamed = (
  state: AccessState,
  text: string,
  place: { readonly databaseId?: number | undefined; readonly schema?: string | undefined },
): number => {
  const databaseIds = place.databaseId === undefined ? state.databaseIds() : [place.databaseId]
  const ids = databaseIds
    .flatMap((databaseId) => state.tableIds(databaseId))
    .filter((id) => place.schema === undefined || state.table(id)?.schema === place.schema)
  return oneOf(
    'table',
    named(ids, (id) => state.table(id)?.name),
    text,
  )
}

/** A person by e-mail address or id. */
export const personNamed = async (views: Views, text: string): Promise<number> => {
  if (idPattern.test(text)) return Number(text)
  const users = await views.selectFrom('users').select(['id', 'email']).execute()
  const found = users.find(({ email }) => normalEmail(email) === normalEmail(text))
  if (found) return found.id
  throw new StartupProblem(
    text.includes('@')
      ? `Nobody has the e-mail address ${text}.`
      : `${text} is neither an e-mail address nor the id of a user.`,
  )
}
