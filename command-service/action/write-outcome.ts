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

/** The parameters that a problem is about: those of the columns which the engine names. */
const parametersOf = (
  { kind, columns = [] }: WriteProblem,
  target: TargetTable | undefined,
): readonly string[] => {
  if (!target) return columns
  if (kind === 'row-count') return [target.key.slug]
  const named = target.columns.filter(({ field }) => columns.includes(field.name))
  return named.map(({ slug }) => slug)
}

const refusalOf = (problem: WriteProblem, target: TargetTable | undefined): Refusal => {
  const { kind, message } = problem
  const about = parametersOf(problem, target).map((slug) => [slug, message])
  return new Refusal(refusalKinds[kind], message, {
    ...(about.length > 0 && { errors: Object.fromEntries(about) }),
    ...(kind === 'overloaded' && { retryAfter: 1 }),
  })
}

/** What came of writing to a database. */
export const endOfWrite = (outcome: WriteOutcome, target: TargetTable | undefined): Ended => {
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
        told: refusalOf(outcome.reason, target),
      }
    }
    case 'unknown':
      return {
        ending: { outcome: 'unknown', rowsAffected: [], problem: 'commit-unanswered' },
        told: unknownOutcome(),
      }
  }
}
