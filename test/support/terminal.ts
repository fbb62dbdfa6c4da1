import pino from 'pino'
import type { CliContext } from '../../infra/cli/context.ts'
import { plainProblem } from '../../infra/cli/plain-problem.ts'
import { createProgram } from '../../infra/cli/program.ts'
import { Unchecked } from '../../infra/cli/unchecked.ts'
import { loadConfig } from '../../infra/config.ts'

export type Outcome = {
  readonly out: readonly string[]
  readonly notes: readonly string[]
  readonly problems: readonly string[]
  /** It ends with 2. */
  readonly isUnchecked: boolean
}

type World = Partial<CliContext> & {
  /** Told of each line, of the result or beside it. */
  readonly onPrint?: (line: string) => void
  readonly onNote?: (line: string) => void
}

const silent = pino({ level: 'silent' })

const nothing = async (): Promise<never> => {
  throw new Error('this terminal has no such thing')
}

/** Runs one command as the terminal would, in a world of which the test says what matters. */
export const runCommand = async (
  args: readonly string[],
  { onPrint, onNote, ...world }: World,
): Promise<Outcome> => {
  const out: string[] = []
  const notes: string[] = []
  const program = createProgram({
    config: () => loadConfig([], {}),
    log: silent,
    withData: nothing,
    withOwner: nothing,
    withScratch: nothing,
    print: (line) => {
      out.push(line)
      onPrint?.(line)
    },
    write: async (chunk) => void out.push(...Buffer.from(chunk).toString().trimEnd().split('\n')),
    note: (line) => {
      notes.push(line)
      onNote?.(line)
    },
    stepBack: () => undefined,
    startProgress: () => ({ at: () => undefined, stop: () => undefined }),
    password: nothing,
    confirm: async () => false,
    operator: 'alice',
    signal: new AbortController().signal,
    ...world,
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return { out, notes, problems: [], isUnchecked: false }
  } catch (error) {
    const isUnchecked = error instanceof Unchecked
    return { out, notes, problems: plainProblem(error), isUnchecked }
  }
}
