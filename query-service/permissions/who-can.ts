import type { QueryOf, ResponseOf } from '../../shared/contract/endpoint.ts'
import type { listWhoCan } from '../../shared/contract/permission-history.ts'
import { namesAt } from '../../shared/permissions/history/names.ts'
import { kindOf } from '../../shared/permissions/history/resource.ts'
import { whoCan } from '../../shared/permissions/history/who-can.ts'
import { whoCanSentence } from '../../shared/permissions/history/who-can-sentence.ts'
import type { QueryContext, Views } from '../context.ts'
import { page } from '../paging.ts'
import { actorsOf, loadPeople } from '../people.ts'
import { graphAsked, lookAt, type PermissionHistoryDependencies } from './look.ts'
import { presentFact, presentMoment, presentPath, presentResource } from './present.ts'
import { ownersOf, resourceAsked } from './resource-asked.ts'
import { presentSaved, savedAsked, withSaved } from './saved-asked.ts'

type WhoCan = typeof listWhoCan

/** Answers who may at a moment, a page of them. */
export const answerWhoCan = async (
  dependencies: PermissionHistoryDependencies,
  views: Views,
  asked: QueryOf<WhoCan>,
  header: QueryContext['header'],
): Promise<ResponseOf<WhoCan>> => {
  const { query, saved } = await savedAsked(dependencies, asked)
  const graph = graphAsked(query)
  const { history, state } = await lookAt(dependencies, query.as_of, graph)
  const resource = resourceAsked(state, query)
  const level = query.level ?? kindOf(resource).useful
  const found = whoCan(history, state, resource, level)
  const { users, groups, partly } = found
  // Both lists come in pages; the count in the header is that of those who may use all of it.
  const inPart = page(partly.users, query, () => undefined)
  const shown = page(users, query, header)
  const moments = [
    ...shown.flatMap(({ because: { joined, grant } }) => [joined, grant.since]),
    ...groups.map(({ grant }) => grant.since),
  ]
  const people = await loadPeople(views, [
    ...[...shown, ...inPart].map(({ userId }) => userId),
    ...ownersOf(state, resource),
    ...actorsOf([...moments, saved?.placed]),
  ])
  const names = namesAt(history.ledger, state.position, people)
  const place = presentResource(resource, names)
  return {
    as_of: presentMoment(history, state, graph),
    resource: { ...place, ...presentSaved(saved, names) },
    level,
    sentence: withSaved(saved, place.name, names, whoCanSentence(resource, level, found, names)),
    total: users.length,
    users: shown.map(({ userId, because, ways }) => ({
      id: userId,
      name: names.person(userId),
      level: because.grant.level,
      because: presentPath(history, because, names),
      ways,
    })),
    groups: groups.map(({ groupId, grant, members }) => ({
      id: groupId,
      name: names.group(groupId),
      level: grant.level,
      members,
      granted: grant.since ? presentFact(history, grant.since, names) : null,
    })),
    partly: {
      total: partly.users.length,
      users: inPart.map(({ userId, groupIds }) => ({
        id: userId,
        name: names.person(userId),
        groups: groupIds.map((id) => ({ id, name: names.group(id) })),
      })),
    },
  }
}
