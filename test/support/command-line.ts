import type { Data } from '../../infra/cli/open-data.ts'
import { plainProblem } from '../../infra/cli/plain-problem.ts'
import { createProgram } from '../../infra/cli/program.ts'
import { Unchecked } from '../../infra/cli/unchecked.ts'
import type { TestService } from './service.ts'

type Outcome = {
  readonly out: readonly string[]
  readonly notes: readonly string[]
  readonly problems: readonly string[]
  /** It ends with 2. */
  readonly isUnchecked: boolean
}

type Given = { readonly password?: string; readonly interrupt?: AbortController }

/** Runs one command against a service's data, as the terminal would. */
export const commandLineOf =
  (find: () => TestService) =>
  async (args: readonly string[], given: Given = {}): Promise<Outcome> => {
    const app = find()
    const out: string[] = []
    const notes: string[] = []
    const data: Data = { storage: app.storage, adapters: app.service.adapters, serviceRuns: true }
    const program = createProgram({
      withData: (work) => work(data),
      print: (line) => {
        out.push(line)
        if (given.interrupt && out.length === 1) given.interrupt.abort(new Error('Interrupted'))
      },
      write: async (chunk) => void out.push(...Buffer.from(chunk).toString().trimEnd().split('\n')),
      note: (line) => notes.push(line),
      stepBack: () => undefined,
      startProgress: () => ({ at: () => undefined, stop: () => undefined }),
      password: async () => given.password ?? '',
      confirm: async () => false,
      operator: 'alice',
      signal: (given.interrupt ?? new AbortController()).signal,
    })
    try {
      await program.parseAsync([...args], { from: 'user' })
      return { out, notes, problems: [], isUnchecked: false }
    } catch (error) {
      const isUnchecked = error instanceof Unchecked
      return { out, notes, problems: plainProblem(error), isUnchecked }
    }
  }
