import { Refusal } from '../../shared/kernel/refusal.ts'
import { StartupProblem } from '../startup-problem.ts'

/** What went wrong, for the person at the keyboard: sentences, never a stack. */
export const plainProblem = (error: unknown): readonly string[] => {
  if (error instanceof StartupProblem) return error.problems
  if (error instanceof Refusal) return [error.message]
  return [error instanceof Error ? `${error.message}.`.replace(/\.\.$/, '.') : String(error)]
}
