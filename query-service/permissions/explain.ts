import type { QueryOf, ResponseOf } from '../../shared/contract/endpoint.ts'
import type { explainAccess } from '../../shared/contract/permission-history.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'
import { explain } from '../../shared/permissions/history/explain.ts'
import { namesAt } from '../../shared/permissions/history/names.ts'
import { sentenceOf } from '../../shared/permissions/history/sentence.ts'
import type { Views } from '../context.ts'
import { actorsOf, loadPeople } from '../people.ts'
import { graphAsked, lookAt, type PermissionHistoryDependencies } from './look.ts'
import { presentFact, presentMoment, presentPath, presentResource } from './present.ts'
import { ownersOf, resourceAsked } from './resource-asked.ts'
import { presentSaved, savedAsked, withSaved } from './saved-asked.ts'

type Explain = typeof explainAccess

/** Answers why somebody may, or may not, at a moment. */
export const answerExplain = async (
  dependencies: PermissionHistoryDependencies,
  views: Views,
  asked: QueryOf<Explain>,
): Promise<ResponseOf<Explain>> => {
  const { query, saved } = await savedAsked(dependencies, asked)
  const graph = graphAsked(query)
  const { history, state } = await lookAt(dependencies, query.as_of, graph)
  const userId = query.user_id
  const isKnown = state.userStatus(userId) !== undefined
  refuseUnless(isKnown, 'not-found', `User not found${query.as_of ? ' at that moment' : ''}.`)
  const resource = resourceAsked(state, query)
  const found = explain(history, state, userId, resource)
  const { because, paths, deactivated } = found
  const moments = paths.flatMap(({ joined, grant, lost }) => [joined, grant.since, lost])
  const people = await loadPeople(views, [
    userId,
    ...ownersOf(state, resource),
    ...actorsOf([...moments, deactivated, saved?.placed]),
  ])
  const names = namesAt(history.ledger, state.position, people)
  const place = presentResource(resource, names)
  return {
    as_of: presentMoment(history, state, graph),
    user: { id: userId, name: names.person(userId) },
    resource: { ...place, ...presentSaved(saved, names) },
    allowed: found.allowed,
    level: found.level,
    partly: found.partly,
    sentence: withSaved(saved, place.name, names, sentenceOf(history, found, names)),
    deactivated: deactivated ? presentFact(history, deactivated, names) : null,
    because: because ? presentPath(history, because, names) : null,
    paths: paths.map((path) => ({
      ...presentPath(history, path, names),
      standing: path.standing,
      shadowed_by: path.standing === 'decides' ? null : (because?.groupId ?? null),
    })),
  }
}
