import { textTable } from '../../../infra/cli/text-table.ts'
import type { Simulated } from './simulate.ts'
import type { Tally } from './tally.ts'
import { excerpt } from './trace.ts'

const mostViolations = 5

/** What a run broke, how that came, and how to play it again. */
export const reportOf = ({ seed, violations, trace }: Simulated, steps: number): string => {
  const [first] = violations
  return [
    `seed ${seed}:`,
    ...violations.slice(0, mostViolations).map(({ id, text }) => `  ${id}: ${text}`),
    ...(violations.length > mostViolations
      ? [`  and ${violations.length - mostViolations} more`]
      : []),
    '',
    ...excerpt(trace, first?.text ?? ''),
    '',
    `play it again: npm run chaos -- simulate --seed ${seed} --steps ${steps}`,
  ].join('\n')
}

const sections: readonly (readonly [title: string, isIn: (what: string) => boolean])[] = [
  ['answers', (what) => what.startsWith('answer ')],
  ['faults', (what) => /^(call|hint) |^(crash|process stopped|clock set|storm)$/.test(what)],
  ['', () => true],
]

const numbers = new Intl.NumberFormat('en-US')

/** What happened in all runs, the most frequent first. */
export const summaryOf = ({ runs, hours, counts }: Tally): string => {
  const rank = (what: string) => sections.findIndex(([, isIn]) => isIn(what))
  const rows = [...counts]
    .sort(([a, times], [b, more]) => rank(b) - rank(a) || more - times)
    .map(([what, times]) => [what, numbers.format(times)])
  const table = textTable([{ title: 'what' }, { title: 'how often', align: 'right' }], rows)
  const played = `${numbers.format(runs())} ${runs() === 1 ? 'run' : 'runs'}`
  return [...table, '', `${played}, ${hours().toFixed(1)} simulated hours`].join('\n')
}
