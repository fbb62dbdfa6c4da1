import { getHeapStatistics } from 'node:v8'
import type { AnswerMemory } from '../../shared/ports/answer-memory.ts'
import { QueryProblem } from '../../shared/ports/engine-driver.ts'

const mebibyte = 1024 * 1024

/** So much of each answer does not count towards the sum: small ones never wait for large ones. */
const freeBytes = mebibyte

/**
 * An answer's rows are kept once as values and once as JSON text, of two bytes a character at the
 * worst, and the rest of the service needs room, too.
 */
const shareOfHeap = 1 / 8

/** In bytes. */
export type AnswerBounds = { readonly perAnswer: number; readonly together: number }

/** What a process with this heap can stand; one answer of full size always fits. */
export const answerBounds = (
  perAnswerMb: number,
  heapLimit: number = getHeapStatistics().heap_size_limit,
): AnswerBounds => {
  const perAnswer = perAnswerMb * mebibyte
  return { perAnswer, together: Math.max(perAnswer, heapLimit * shareOfHeap) }
}

const tooLarge = (bytes: number) =>
  new QueryProblem(
    'driver',
    `The result is larger than ${bytes / mebibyte} MiB, the most an answer may hold. ` +
      'Ask for fewer rows or shorter values, or export it to a file.',
  )

const overloaded = () =>
  new QueryProblem('overloaded', 'Too many large results are under way. Try again soon.')

/** In bytes: what all answers hold of what they share, and the most they may. */
export type AnswerMemoryFacts = { readonly taken: number; readonly most: number }

export type ObservedMemory = AnswerMemory & { facts(): AnswerMemoryFacts }

/** Bounds the rows that the answers of this process hold, until each has left. */
export const answerMemory = ({ perAnswer, together }: AnswerBounds): ObservedMemory => {
  let taken = 0
  return {
    facts: () => ({ taken, most: together }),
    allow() {
      let own = 0
      let counted = 0
      let isOver = false
      return {
        take(bytes) {
          own += bytes
          if (own > perAnswer) return tooLarge(perAnswer)
          const more = own - freeBytes - counted
          if (more <= 0 || isOver) return undefined
          if (taken + more > together) return overloaded()
          counted += more
          taken += more
          return undefined
        },
        release() {
          isOver = true
          taken -= counted
          counted = 0
        },
      }
    },
  }
}
