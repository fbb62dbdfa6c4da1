import type { AccessState } from '../../../shared/permissions/access-state.ts'
import { type Asked, addressOf } from './address.ts'
import { type Matrix, pageSizes } from './matrix.ts'

/** Names a cell of the matrix, for addresses to end in. */
export const cellId = (groupId: number, databaseId: number): string =>
  `cell-${groupId}-${databaseId}`

/** Where a cell of the matrix is to be seen; undefined when its group or database is gone. */
export type CellLinks = (groupId: number, databaseId: number) => string | undefined

const pageOf = (ids: readonly number[], id: number, size: number): number | undefined => {
  const index = ids.indexOf(id)
  return index < 0 ? undefined : 1 + Math.floor(index / size)
}

/** Links to cells on this page of the matrix and on others. */
export const cellLinks = (
  asked: Asked,
  state: AccessState,
  { rows, databases }: Matrix,
): CellLinks => {
  const groupIds = state.groupIds()
  const databaseIds = state.databaseIds()
  return (groupId, databaseId) => {
    const groupPage = pageOf(groupIds, groupId, pageSizes.groups)
    const databasePage = pageOf(databaseIds, databaseId, pageSizes.databases)
    if (groupPage === undefined || databasePage === undefined) return undefined
    const isHere = groupPage === rows.page && databasePage === databases.page
    const page = isHere ? '' : addressOf(asked, { groups: groupPage, databases: databasePage })
    return `${page}#${cellId(groupId, databaseId)}`
  }
}
