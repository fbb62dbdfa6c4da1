import { idOfSlug, type Parameters } from '../../shared/actions/parameter.ts'
import type { TargetTable } from '../../shared/actions/target-table.ts'
import { shownRow } from '../../shared/actions/written-row.ts'
import { Refusal, type RefusalKind } from '../../shared/kernel/refusal.ts'
import type {
  WriteOutcome,
  WriteProblem,
  WriteProblemKind,
} from '../../shared/ports/engine-writer.ts'
import { type Ended, unknownOutcome } from './told.ts'

/** What the caller can mend is a 400; what they can only try again is not. */
const refusalKinds: Readonly<Record<WriteProblemKind, RefusalKind>> = {
  unique: 'validation',
  'foreign-key': 'validation',
  'not-null': 'validation',
  check: 'validation',
  type: 'validation',
  'row-count': 'validation',
  'not-undoable': 'validation',
  'unsupported-feature': 'validation',
  permission: 'action-failed',
  conflict: 'action-failed',
  'timed-out': 'action-failed',
  cancelled: 'action-failed',
  connection: 'action-failed',
  overloaded: 'overloaded',
  db: 'action-failed',
}

/** What was to be written, as its caller knows it. */
type Written = {
  readonly parameters: Parameters
  /** Of implicit actions. */
  readonly target?: TargetTable
}

/** The parameters that a problem is about: those of the columns which the engine names. */
const blamed = (
  { kind, columns = [] }: WriteProblem,
  { parameters, target }: Written,
): readonly string[] => {
  if (!target) return columns
  const slugs =
    kind === 'row-count'
      ? [target.key.slug]
      : target.columns.filter(({ field }) => columns.includes(field.name)).map(({ slug }) => slug)
  return slugs.map((slug) => idOfSlug(parameters, slug))
}

const refusalOf = (problem: WriteProblem, written: Written): Refusal => {
  const { kind, message } = problem
  const about = blamed(problem, written).map((id) => [id, message])
  return new Refusal(refusalKinds[kind], message, {
    ...(about.length > 0 && { errors: Object.fromEntries(about) }),
    ...(kind === 'overloaded' && { retryAfter: 1 }),
  })
}

/** What came of writing to a database. */
export const endOfWrite = (outcome: WriteOutcome, written: Written): Ended => {
  const { target } = written
  switch (outcome.kind) {
    case 'committed': {
      const rowsAffected = [...outcome.rowsAffected]
      const [row] = outcome.rows
      const created = target && row && shownRow(target, (name) => row[name])
      return {
        ending: { outcome: 'committed', rowsAffected, problem: null },
        told: {
          'rows-affected': rowsAffected,
          success: true,
          ...(created && { 'created-row': created }),
        },
      }
    }
    case 'rolled-back': {
      const problem = outcome.reason.kind
      return {
        ending: { outcome: 'rolled-back', rowsAffected: [], problem },
        told: refusalOf(outcome.reason, written),
      }
    }
    case 'unknown':
      return {
        ending: { outcome: 'unknown', rowsAffected: [], problem: 'commit-unanswered' },
        told: unknownOutcome(),
      }
  }
}
