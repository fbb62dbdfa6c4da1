import { plainText } from '../plain-text.ts'

/** Where the tour tells what it sees. */
export type Guide = {
  line(text?: string): void
  heading(text: string): void
  /** A command people can copy. */
  command(text: string): void
  /** Rows of a table or a chart. */
  block(lines: readonly string[]): void
}

const style = (codes: readonly [number, number], colour: boolean) => (text: string) =>
  colour ? `\u001b[${codes[0]}m${text}\u001b[${codes[1]}m` : text

export const createGuide = (write: (text: string) => void, colour: boolean): Guide => {
  const bold = style([1, 22], colour)
  const dim = style([2, 22], colour)
  const line = (text = '') => write(`${text}\n`)
  let steps = 0
  return {
    line: (text = '') => line(plainText(text)),
    heading: (text) => {
      steps += 1
      line()
      line(bold(`${steps}. ${text}`))
    },
    command: (text) => line(dim(`   $ ${text}`)),
    block: (lines) => {
      for (const text of lines) line(`   ${plainText(text)}`)
    },
  }
}
