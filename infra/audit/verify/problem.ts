/** Something that is wrong with a file; `line` from 1, none where it is about the whole. */
export type Problem = { readonly line?: number; readonly text: string }

export type Report = (text: string, line?: number) => void

/** More than these tell nobody anything new. */
const mostKept = 20

/** Keeps the first problems, and counts them all: a file may be wrong in every line. */
export class Problems {
  readonly #kept: Problem[] = []
  #count = 0

  readonly report: Report = (text, line) => {
    this.#count += 1
    if (this.#kept.length < mostKept)
      this.#kept.push(line === undefined ? { text } : { line, text })
  }

  get count(): number {
    return this.#count
  }

  get kept(): readonly Problem[] {
    return this.#kept
  }
}
