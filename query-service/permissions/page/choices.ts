import { groupBy } from '../../../shared/kernel/group-by.ts'
import type { AccessState } from '../../../shared/permissions/access-state.ts'
import type { Views } from '../../context.ts'

export type Choice = { readonly value: string; readonly label: string }
export type ChoiceGroup = { readonly label: string; readonly options: readonly Choice[] }

/** What the explain panel offers. */
export type Choices = {
  readonly people: readonly Choice[]
  readonly resources: readonly (Choice | ChoiceGroup)[]
  /** There are more than are offered. */
  readonly isCut: boolean
}

const mostPeople = 1_000
const mostTables = 1_000

const peopleOf = async (views: Views) => {
  const rows = await views
    .selectFrom('users')
    .select(['id', 'common_name', 'email', 'is_active'])
    .orderBy('common_name')
    .orderBy('id')
    .limit(mostPeople + 1)
    .execute()
  return rows.map(({ id, common_name: name, email, is_active: isActive }) => ({
    value: String(id),
    label: `${[name.trim(), email && `<${email}>`].filter(Boolean).join(' ') || `user ${id}`}${isActive ? '' : ' (deactivated)'}`,
  }))
}

const tablesOf = (views: Views) =>
  views
    .selectFrom('tables')
    .select(['id', 'db_id', 'schema', 'name'])
    .where('active', '=', true)
    .orderBy('db_id')
    .orderBy('schema')
    .orderBy('name')
    .limit(mostTables + 1)
    .execute()

/** People as they are now; databases as of the moment, with the tables there are now. */
export const loadChoices = async (views: Views, state: AccessState): Promise<Choices> => {
  const [people, tables] = await Promise.all([peopleOf(views), tablesOf(views)])
  const tablesIn = groupBy(tables.slice(0, mostTables), ({ db_id }) => db_id)
  return {
    people: people.slice(0, mostPeople),
    resources: state.databaseIds().map((id) => ({
      label: state.databaseName(id) ?? `database ${id}`,
      options: [
        { value: `database-${id}`, label: `All of ${state.databaseName(id)}` },
        { value: `sql-${id}`, label: `SQL on ${state.databaseName(id)}` },
        ...(tablesIn.get(id) ?? []).map(({ id: table, schema, name }) => ({
          value: `table-${table}`,
          label: `${schema}.${name}`,
        })),
      ],
    })),
    isCut: people.length > mostPeople || tables.length > mostTables,
  }
}
