import type { Views } from '../../query-service/context.ts'
import { type ExamineDependencies, examineQuery } from '../../query-service/engine/examine.ts'
import type { QueryExaminer } from '../../shared/ports/query-examiner.ts'

/**
 * Lets the command side ask what the query side makes of a query. Every loss of a right is in the
 * read models before it is acknowledged, so none that anybody has been told of is missed here.
 */
export const queryExaminer = (views: Views, dependencies: ExamineDependencies): QueryExaminer => ({
  examine: (actor, query, card) =>
    examineQuery({ actor, views, position: undefined }, dependencies, query, card),
})
