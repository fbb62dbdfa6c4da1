import type { Scheduler } from './scheduler.ts'

/** What happened, a line each, in the order it happened: the same for the same seed. */
export type Trace = {
  note(who: string, what: string): void
  readonly lines: readonly string[]
}

export const startTrace = ({ now }: Pick<Scheduler, 'now'>): Trace => {
  const lines: string[] = []
  return {
    note: (who, what) => {
      lines.push(`${now().toFixed(1).padStart(9)}  ${who.padEnd(12)} ${what}`)
    },
    lines,
  }
}

const around = 1
const mostLines = 60

/** `writer-1-7`, `user-3`, `person4@example.com`, `at 213`. */
const naming = /[a-z][\w-]*-\d[\w-]*|[\w.]+@[\w.]+|at \d+/g

/**
 * The lines that tell of a violation: those that name what it names – a request,
 * a stream, an address, a position – and their neighbours; the last ones where there is none.
 */
export const excerpt = (lines: readonly string[], violation: string): readonly string[] => {
  const named = violation.toLowerCase().match(naming) ?? []
  // Of a client and its request, the request.
  const words = new Set(named.filter((word) => !named.some((it) => it.startsWith(`${word}-`))))
  const isAbout = (line: string) =>
    (line.toLowerCase().match(naming) ?? []).some((word) => words.has(word))
  const shown = new Set<number>()
  lines.forEach((line, index) => {
    if (!isAbout(line)) return
    for (let near = index - around; near <= index + around; near += 1) shown.add(near)
  })
  const found = lines.filter((_, index) => shown.has(index))
  return (found.length > 0 ? found : lines).slice(-mostLines)
}
