import { setImmediate as turn } from 'node:timers/promises'
import { JsonText, notModified } from '../../shared/contract/answer.ts'
import type { AsOf } from '../../shared/contract/as-of.ts'
import * as contract from '../../shared/contract/permission-graph.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import { graphTag } from '../../shared/permissions/graph/graph-tag.ts'
import { GroupTexts, groupBytes } from '../../shared/permissions/graph/group-texts.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'

export type PermissionGraphDependencies = { readonly accessHistories: AccessHistories }

/** Parts that are asked for; all of them where none is named. */
type Part = { readonly groupId?: number | undefined; readonly databaseId?: number | undefined }

/** Nobody else waits longer than this for the texts of a large graph. */
const longestTurnMs = 10

/** Texts of these groups, the old ones where they still hold; lets others go first in between. */
const textsOf = async (texts: GroupTexts, state: AccessState, groupIds: readonly number[]) => {
  const databaseIds = state.databaseIds()
  const parts: Uint8Array[] = []
  let began = performance.now()
  for (const groupId of groupIds) {
    parts.push(texts.kept(groupId, state) ?? texts.make(groupId, state, databaseIds))
    if (performance.now() - began < longestTurnMs) continue
    await turn()
    began = performance.now()
  }
  return parts
}

const comma = Buffer.from(',')

const graphBytes = (revision: number, parts: readonly Uint8Array[]): Uint8Array => {
  const listed = parts.flatMap((part, index) => (index === 0 ? [part] : [comma, part]))
  const beginning = Buffer.from(`{"revision":${revision},"groups":{`)
  return Buffer.concat([beginning, ...listed, Buffer.from('}}')])
}

/** @throws {Refusal} 404 for a part of nothing. */
const checkPart = (state: AccessState, { groupId, databaseId }: Part) => {
  if (groupId !== undefined) found(state.groupName(groupId), 'Group')
  if (databaseId !== undefined) found(state.databaseName(databaseId), 'Database')
}

export const permissionGraphRoutes = ({
  accessHistories,
}: PermissionGraphDependencies): QueryRoute[] => {
  const texts = new GroupTexts()

  const answer = async (
    { isCurrent }: Pick<QueryContext, 'isCurrent'>,
    asOf: AsOf | undefined,
    part: Part,
  ) => {
    const history = await accessHistories.current()
    const state = history.at(positionAsOf(history, asOf))
    checkPart(state, part)
    if (isCurrent(graphTag(history, state.position))) return notModified
    texts.observe(history)
    const { groupId, databaseId } = part
    const groupIds = groupId === undefined ? state.groupIds() : [groupId]
    const parts =
      databaseId === undefined
        ? await textsOf(texts, state, groupIds)
        : groupIds.map((id) => groupBytes(state, id, [databaseId]))
    return new JsonText<contract.PermissionsGraph>(graphBytes(state.revision, parts))
  }

  return [
    on(contract.getPermissionsGraph, ({ query: { as_of, group_id, database_id } }, context) =>
      answer(context, as_of, { groupId: group_id, databaseId: database_id }),
    ),
    on(contract.getPermissionsGraphOfDatabase, ({ params: { id }, query: { as_of } }, context) =>
      answer(context, as_of, { databaseId: id }),
    ),
    on(contract.getPermissionsGraphOfGroup, ({ params: { id }, query: { as_of } }, context) =>
      answer(context, as_of, { groupId: id }),
    ),
  ]
}
