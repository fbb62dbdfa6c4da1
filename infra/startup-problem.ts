/**
 * Something the person who starts the service can put right. Whoever starts a process prints each
 * problem as a plain sentence, without a stack, and exits with 1.
 */
export class StartupProblem extends Error {
  override readonly name = 'StartupProblem'
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
