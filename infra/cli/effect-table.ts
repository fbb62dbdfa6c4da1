import { loadPeople } from '../../query-service/people.ts'
import type { AccessEffect } from '../../shared/contract/access-effect.ts'
import { type Names, namesAt } from '../../shared/permissions/history/names.ts'
import type { OpenHistory } from './permissions-history.ts'
import { textTable } from './text-table.ts'

type Effect = AccessEffect['gains'][number]

const placeOf = (effect: Effect, names: Names): string => {
  if (effect.right === 'collection') return names.collection(effect.collection_id)
  const database = names.database(effect.database_id)
  if (effect.right === 'native') return `${database} (SQL)`
  const { schema, table_id, except = [] } = effect
  const place = [database, schema, table_id === undefined ? undefined : names.table(table_id)]
  const exceptions = except.map((part) =>
    part.table_id === undefined ? part.schema : names.table(part.table_id),
  )
  return (
    place.filter((part) => part !== undefined).join(' / ') +
    (exceptions.length > 0 ? ` but for ${exceptions.join(', ')}` : '')
  )
}

/** Names of the first few. */
const peopleText = (ids: readonly number[], names: Names): string => {
  const first = ids.slice(0, 3).map(names.person).join(', ')
  return ids.length > 3 ? `${first} and ${ids.length - 3} more` : first
}

/** Who would gain and who would lose what, as lines for people. */
export const effectTable = async (
  { history, adapters }: OpenHistory,
  { gains, losses }: AccessEffect,
): Promise<readonly string[]> => {
  const effects = [...gains, ...losses]
  if (effects.length === 0) return ['Nobody would gain or lose anything.']
  const names = namesAt(
    history.ledger,
    history.position,
    await loadPeople(
      adapters.views,
      effects.flatMap(({ user_ids }) => user_ids.slice(0, 3)),
    ),
  )
  const rows = [gains, losses].flatMap((list, index) =>
    list.map((effect) => [
      index === 0 ? 'gain' : 'lose',
      peopleText(effect.user_ids, names),
      placeOf(effect, names),
      `${effect.from} → ${effect.to}`,
    ]),
  )
  return textTable(
    ['', 'who', 'where', 'change'].map((title) => ({ title })),
    rows,
  )
}
