import { loadConfig } from '../../infra/config.ts'
import { StartupProblem } from '../../infra/startup-problem.ts'

/** What is wrong with arguments and environment; nothing where the service would start. */
export const problemsOf = (args: string[], env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(args, env)
  } catch (error) {
    if (error instanceof StartupProblem) return error.problems
    throw error
  }
  return []
}
