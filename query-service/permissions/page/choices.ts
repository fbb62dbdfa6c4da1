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

/** Tables that are there at a moment, of all its databases in turn. */
const tablesOf = (state: AccessState) =>
  state.databaseIds().flatMap((databaseId) =>
    state
      .tableIds(databaseId)
      .flatMap((id) => {
        const table = state.table(id)
        return table?.active ? [{ id, databaseId, label: `${table.schema}.${table.name}` }] : []
      })
      .sort((a, b) => a.label.localeCompare(b.label)),
  )

/** Databases and tables as of a moment. */
export const resourcesAt = (state: AccessState): Pick<Choices, 'resources' | 'isCut'> => {
  const tables = tablesOf(state)
  const tablesIn = groupBy(tables.slice(0, mostTables), ({ databaseId }) => databaseId)
  return {
    resources: state.databaseIds().map((id) => ({
      label: state.databaseName(id) ?? `database ${id}`,
      options: [
        { value: `database-${id}`, label: `All of ${state.databaseName(id)}` },
        { value: `sql-${id}`, label: `SQL on ${state.databaseName(id)}` },
        ...(tablesIn.get(id) ?? []).map((table) => ({
          value: `table-${table.id}`,
          label: table.label,
        })),
      ],
    })),
    isCut: tables.length > mostTables,
  }
}

/** People as they are now, and what there was at the moment. */
export const loadChoices = async (views: Views, state: AccessState): Promise<Choices> => {
  const people = await peopleOf(views)
  const { resources, isCut } = resourcesAt(state)
  return {
    people: people.slice(0, mostPeople),
    resources,
    isCut: isCut || people.length > mostPeople,
  }
}
