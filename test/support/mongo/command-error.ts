/** What a server says no with. */
export class CommandError extends Error {
  readonly code: number
  readonly codeName: string

  constructor(code: number, codeName: string, message: string) {
    super(message)
    this.code = code
    this.codeName = codeName
  }
}

export const unauthorized = (what: string) => new CommandError(13, 'Unauthorized', what)
