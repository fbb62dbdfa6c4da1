import { isClause, type Keys, keysOf, textOf, token } from '../../../../shared/kernel/raw.ts'
import { invalid, type Refusal } from '../../../../shared/kernel/refusal.ts'
import type { Path } from '../ast/reference.ts'

const limits = { depth: 100, clauses: 2_000, values: 20_000 } as const

type Budget = { clauses: number; values: number }

/** A place in the raw query while it is read: its path, its depth, and what may still be spent. */
export type At = {
  readonly path: Path
  readonly depth: number
  readonly budget: Budget
  /** Whether expressions speak of groups, where columns stand only inside aggregations. */
  readonly grouped: boolean
}

export const start = (path: Path): At => ({
  path,
  depth: 0,
  budget: { clauses: limits.clauses, values: limits.values },
  grouped: false,
})

export const refuse = (at: At, message: string): Refusal => invalid(at.path, message)

/** @throws {Refusal} beyond the depth a query may have. */
export const into = (at: At, step: string | number): At => {
  if (at.depth >= limits.depth)
    throw refuse(at, `A query may be nested ${limits.depth} levels deep.`)
  const path = typeof step === 'number' ? `${at.path}[${step}]` : `${at.path}.${step}`
  return { ...at, path, depth: at.depth + 1 }
}

/** @throws {Refusal} once a query holds more values than a statement can bind. */
export const spendValues = (at: At, count: number): void => {
  at.budget.values -= count
  if (at.budget.values < 0)
    throw refuse(at, `A query may hold ${limits.values} values at the most.`)
}

/** The caller's own word, short enough to be said back. */
export const quoted = (word: string): string =>
  JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word)

/** @throws {Refusal} unless `value` is an object. Keys come back as tokens, nulls left out. */
export const readKeys = (value: unknown, at: At): Keys => keysOf(value, at.path)

export type Clause = { readonly head: string; readonly args: readonly unknown[]; readonly at: At }

/** @throws {Refusal} unless `value` is a list that begins with a word. */
export const readClause = (value: unknown, at: At, what: string): Clause => {
  if (!isClause(value)) throw refuse(at, `Expected ${what}, a list that begins with its name.`)
  at.budget.clauses -= 1
  if (at.budget.clauses < 0)
    throw refuse(at, `A query may hold ${limits.clauses} clauses at the most.`)
  const [head, ...args] = value
  return { head: token(head), args, at }
}

const rangeText = (least: number, most: number): string => {
  if (most === Number.POSITIVE_INFINITY) return `${least} arguments or more`
  const count = most === least ? String(least) : `${least} to ${most}`
  return `${count} argument${most === 1 ? '' : 's'}`
}

/** @throws {Refusal} unless the clause has between `least` and `most` arguments. */
export const checkArity = ({ head, args, at }: Clause, least: number, most = least): void => {
  if (args.length >= least && args.length <= most) return
  throw refuse(at, `The clause "${head}" takes ${rangeText(least, most)}.`)
}

/** The n-th argument's place; the head is element 0 of the list. */
export const argumentAt = (at: At, index: number): At => into(at, index + 1)

/** @throws {Refusal} always: there is no such clause here. */
export const refuseClause = ({ head, at }: Pick<Clause, 'head' | 'at'>, what: string): never => {
  throw refuse(at, `${quoted(head)} is not ${what}.`)
}

/** @throws {Refusal} unless `value` is text that every engine can hold. */
export const readText = (value: unknown, at: At): string => textOf(value, at.path)

/** @throws {Refusal} unless `value` is a whole number not below `least`. */
export const readInteger = (value: unknown, at: At, least: number): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw refuse(at, `Expected a whole number, ${least} or more.`)
  return value
}

/** @throws {Refusal} unless `value` is a finite number. */
export const readNumber = (value: unknown, at: At): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refuse(at, 'Expected a number.')
  return value
}

/** @throws {Refusal} unless `value` is a text that shows something. */
export const readName = (value: unknown, at: At): string => {
  const name = readText(value, at)
  if (name.trim() === '') throw refuse(at, 'A name may not be blank.')
  return name
}

/** @throws {Refusal} unless `value` is one of these words. */
export const readWord = <W extends string>(
  value: unknown,
  at: At,
  words: ReadonlyMap<string, W>,
  what: string,
): W => {
  const word = token(readText(value, at))
  const known = words.get(word)
  if (known === undefined) throw refuse(at, `${quoted(word)} is not ${what}.`)
  return known
}

/** Words that mean themselves. */
export const wordMap = <W extends string>(words: readonly W[]): ReadonlyMap<string, W> =>
  new Map(words.map((word) => [word, word]))

/**
 * A list of clauses; a clause that stands alone is a list of one, and nothing is an empty one.
 * @throws {Refusal}
 */
export const readList = <T>(value: unknown, at: At, read: (item: unknown, at: At) => T): T[] => {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) return [read(value, at)]
  if (isClause(value)) return [read(value, at)]
  return value.map((item, index) => read(item, into(at, index)))
}
