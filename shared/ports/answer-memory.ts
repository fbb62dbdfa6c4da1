import type { Allowance } from './engine-driver.ts'

/** The memory that the rows of answers under way may take, each and together. */
export type AnswerMemory = {
  /** What one answer may take; `release` gives all of it back, and may be called again. */
  allow(): Allowance & { release(): void }
}
