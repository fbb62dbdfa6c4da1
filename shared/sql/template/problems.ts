import { invalid, Refusal } from '../../kernel/refusal.ts'
import { QueryProblem } from '../../ports/engine-driver.ts'

/** The template itself cannot be read. */
export const invalidTemplate = (message: string): QueryProblem =>
  new QueryProblem('invalid-query', message)

/** A value that its tag does not take: refused before anything runs, as in any other query. */
export const invalidParameter = (message: string): Refusal => invalid('parameters', message)

/** `names` are those that people see. */
export const missingParameters = (names: readonly string[]): QueryProblem => {
  const listed = names.map((name) => JSON.stringify(name)).join(', ')
  const message =
    names.length === 1
      ? `The parameter ${listed} needs a value before this query can run.`
      : `The parameters ${listed} need values before this query can run.`
  return new QueryProblem('missing-required-parameter', message)
}

/** Answers what `read` answers; what it refuses is the fault of a value of a tag. @throws {Refusal} */
export const forTag = <T>(name: string, read: () => T, takes?: string): T => {
  try {
    return read()
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    const reason = takes === undefined ? refusal.message : `It takes ${takes}.`
    throw invalidParameter(`The value of ${JSON.stringify(name)} does not fit. ${reason}`)
  }
}
