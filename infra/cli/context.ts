import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Data } from './open-data.ts'
import type { Owner } from './owner.ts'
import type { Progress } from './progress.ts'
import type { Scratch } from './with-scratch.ts'

/** What a command may do to the world around it; tests bring their own. */
export type CliContext = {
  /** What the environment and the arguments say. @throws {StartupProblem} */
  config(): Config
  readonly log: Logger
  withData<T>(work: (data: Data) => Promise<T>): Promise<T>
  /** `anew`: there need be no data yet. */
  withOwner<T>(work: (owner: Owner) => Promise<T>, options?: { anew?: boolean }): Promise<T>
  withScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T>
  /** One line for whoever asked, made plain; it may be piped on. */
  print(line: string): void
  /** Text for whoever asked, as it is where no terminal shows it; holds back while they are slow. */
  write(chunk: Uint8Array): Promise<void>
  /** One line beside the result, made plain. */
  note(line: string): void
  startProgress(total: bigint): Progress
  /** Long work begins: whoever is served goes first from here on. */
  stepBack(data: Data): void
  /** A password from the environment or, without echo, from the keyboard. */
  password(): Promise<string>
  /** Whether whoever sits at the terminal says yes. @throws where there is nobody to ask. */
  confirm(question: string): Promise<boolean>
  /** Who runs the command, as the operating system says. */
  readonly operator: string
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal
}
