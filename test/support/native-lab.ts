import type { Catalogue } from '../../query-service/engine/mbql/catalogue.ts'
import { nativeStatement } from '../../query-service/engine/native/statement.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import { QueryProblem } from '../../shared/ports/engine-driver.ts'
import type { GivenParameter } from '../../shared/sql/template/given.ts'
import { parseNative } from '../../shared/sql/template/native-query.ts'

/** A native query as a test writes it: its text, its tags, and the values given. */
export type Asked = {
  readonly sql: string
  readonly tags?: Readonly<Record<string, object>>
  readonly parameters?: readonly GivenParameter[]
  readonly isSaved?: boolean
}

export const bindNative = (
  { sql, tags = {}, parameters = [], isSaved = false }: Asked,
  catalogue: Catalogue,
) => {
  const native = parseNative({ query: sql, 'template-tags': tags })
  return nativeStatement(native, parameters, catalogue, {
    isSaved,
    timeZone: 'UTC',
    weekStart: 'sunday',
  })
}

/** A value for the tag of this name. */
export const valueFor = (
  name: string,
  value: unknown,
  more: Partial<GivenParameter> = {},
): GivenParameter => ({ target: ['variable', ['template-tag', name]], value, ...more })

/** Why a query is not run: the word for it and what people are told. */
export const whyNot = (ask: () => unknown): readonly [word: string, message: string] => {
  try {
    ask()
  } catch (problem) {
    if (problem instanceof QueryProblem) return [problem.errorType, problem.message]
    if (problem instanceof Refusal) return [problem.kind, problem.message]
    throw problem
  }
  return ['nothing', '']
}
