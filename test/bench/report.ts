import type { Result } from './measure.ts'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const numeric = '---:'

/** The table for the README, with what it was taken on. */
export const markdown = (machine: string, results: readonly Result[]): string =>
  [
    row(['', 'the service', 'the limit', 'ratio', 'goal', '']),
    row(['---', numeric, numeric, numeric, numeric, '---']),
    ...results.map(({ what, ours, limit, ratio, goal, met }) =>
      row([what, ours, limit, ratio?.toFixed(2) ?? '', goal, met ? 'met' : '**missed**']),
    ),
    '',
    `Medians of at least three rounds in turn, all in one run. ${machine}.`,
  ].join('\n')
