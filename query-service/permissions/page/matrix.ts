import type { AccessState } from '../../../shared/permissions/access-state.ts'
import type { DatabaseAccess } from '../../../shared/permissions/data-access.ts'

/** Groups and databases on a page. */
export const pageSizes = { groups: 60, databases: 24 } as const

export type Cell = {
  readonly databaseId: number
  readonly access: DatabaseAccess | undefined
  /** Right before the revision that is shown; only where that revision changed the cell. */
  readonly before: { readonly access: DatabaseAccess | undefined } | undefined
}

export type Row = {
  readonly groupId: number
  readonly name: string
  /** Active ones. */
  readonly members: number
  readonly cells: readonly Cell[]
}

/** Some of a list, and where in it they stand. */
export type Cut<T> = {
  readonly items: readonly T[]
  readonly page: number
  readonly pages: number
  readonly total: number
}

/** Groups against databases at a moment, as far as they are on the page. */
export type Matrix = {
  readonly databases: Cut<{ readonly id: number; readonly name: string }>
  readonly rows: Cut<Row>
}

const cut = <T>(all: readonly T[], size: number, wanted: number | undefined): Cut<T> => {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const page = Math.min(pages, wanted ?? 1)
  return { items: all.slice((page - 1) * size, page * size), page, pages, total: all.length }
}

const activeMembers = (state: AccessState, groupId: number): number =>
  state.memberIdsOf(groupId).filter((userId) => state.userStatus(userId) === 'active').length

/**
 * @param before the state right before the revision that is shown
 * @param isChanged whether that revision changed the cell
 */
export const matrixOf = (
  state: AccessState,
  before: AccessState | undefined,
  isChanged: (groupId: number, databaseId: number) => boolean,
  wanted: { readonly groups?: number | undefined; readonly databases?: number | undefined },
): Matrix => {
  const databases = cut(
    state.databaseIds().map((id) => ({ id, name: state.databaseName(id) ?? '' })),
    pageSizes.databases,
    wanted.databases,
  )
  const groups = cut(state.groupIds(), pageSizes.groups, wanted.groups)
  const cellOf = (groupId: number, databaseId: number): Cell => ({
    databaseId,
    access: state.access(groupId, databaseId),
    before:
      before && isChanged(groupId, databaseId)
        ? { access: before.access(groupId, databaseId) }
        : undefined,
  })
  return {
    databases,
    rows: {
      ...groups,
      items: groups.items.map((groupId) => ({
        groupId,
        name: state.groupName(groupId) ?? '',
        members: activeMembers(state, groupId),
        cells: databases.items.map(({ id }) => cellOf(groupId, id)),
      })),
    },
  }
}
