import type { QueryOf, ResponseOf } from '../../shared/contract/endpoint.ts'
import type { diffGraph } from '../../shared/contract/permission-history.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import { changedCells } from '../../shared/permissions/history/changed-cells.ts'
import { namesAt } from '../../shared/permissions/history/names.ts'
import type { Views } from '../context.ts'
import { actorsOf, loadPeople } from '../people.ts'
import type { PermissionHistoryDependencies } from './look.ts'
import { presentCell, presentFact, presentMoment } from './present.ts'

type Diff = typeof diffGraph

/** Answers what is otherwise at one moment than at the other; later names win. */
export const answerDiff = async (
  { accessHistories }: Pick<PermissionHistoryDependencies, 'accessHistories'>,
  views: Views,
  query: QueryOf<Diff>,
): Promise<ResponseOf<Diff>> => {
  const history = await accessHistories.current()
  const { revisions } = history
  const from = history.at(positionAsOf(history, query.from, revisions, 'from'))
  const to = history.at(positionAsOf(history, query.to, revisions, 'to'))
  const cells = [...changedCells(history.ledger, from.position, to.position)]
  const people = await loadPeople(views, actorsOf(cells.map(({ since }) => since)))
  const later = from.position > to.position ? from.position : to.position
  const names = namesAt(history.ledger, later, people)
  return {
    from: presentMoment(history, from),
    to: presentMoment(history, to),
    changes: cells.map(({ change, since }) => ({
      ...presentCell(change, names),
      last_changed: presentFact(history, since, names),
    })),
  }
}
