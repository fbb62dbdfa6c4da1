import type { Result } from './measure.ts'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const numeric = '---:'

/** The table for the documents, with how its figures came about and what they were taken on. */
export const markdown = (
  machine: string,
  results: readonly Result[],
  how: readonly string[],
): string =>
  [
    row(['', 'the service', 'the limit', 'ratio', 'goal', '']),
    row(['---', numeric, numeric, numeric, numeric, '---']),
    ...results.map(({ what, ours, limit, ratio, goal, met }) =>
      row([what, ours, limit, ratio?.toFixed(2) ?? '', goal, met ? 'met' : '**missed**']),
    ),
    '',
    `${[...new Set(how)].join(' ')} ${machine}.`,
  ].join('\n')
