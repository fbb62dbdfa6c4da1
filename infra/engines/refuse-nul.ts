import { type CompiledQuery, QueryProblem } from '../../shared/ports/engine-driver.ts'

/** Both wire protocols end a statement's text at U+0000 and would read on in the middle of it. */
export const refuseNul = (query: CompiledQuery): void => {
  const texts = [query.sql, ...query.parameters]
  if (texts.some((text) => typeof text === 'string' && text.includes('\u0000')))
    throw new QueryProblem('db', 'The query contains the character U+0000.')
}
