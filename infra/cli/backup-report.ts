import type { Inspected } from '../backup/inspect.ts'
import type { Settled } from '../backup/settle.ts'
import { StartupProblem } from '../startup-problem.ts'

/** @throws {StartupProblem} where something is missing: a script has to notice. */
export const assertWhole = (missing: readonly string[]): void => {
  if (missing.length > 0)
    throw new StartupProblem(
      'The log refers to secrets that are not there: see docs/operations.md.',
    )
}

const secretLines = (missing: readonly string[]): readonly string[] =>
  missing.length === 0
    ? ['  Secrets      all that the log refers to are there']
    : ['  Secrets      MISSING:', ...missing.map((what) => `               ${what}`)]

const counted = (rows: Readonly<Record<string, number>>): string =>
  Object.entries(rows)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ')

/** What a sound backup holds. */
export const backupLines = (path: string, found: Inspected): readonly string[] => {
  const { manifest, end, missing } = found
  return [
    `${path} is whole.`,
    '',
    `  Made         ${manifest.created_at} by ${manifest.release}`,
    `  Log          ${end.events} events of ${end.streams} streams, up to position ${manifest.position}`,
    `               SHA-256 ${end.digest}`,
    `  Beside it    ${counted(end.rows)}`,
    ...secretLines(missing),
    `  Master key   ${manifest.key_id ?? 'none yet'}; it is not in the file: keep it elsewhere`,
  ]
}

/** What a restored database is like. */
export const settledLines = (done: Settled): readonly string[] => {
  const { log, position, sessions, apiKeys, moved, droppedReadModels, missing } = done
  const ids =
    moved.length === 0
      ? 'go on after the last ones of the log'
      : `moved on to after the last ones of the log: ${moved.join(', ')}`
  return [
    `  Log          ${log.events} events of ${log.streams} streams, up to position ${position}`,
    `               SHA-256 ${log.digest}`,
    `  Sessions     ${sessions} ended; everybody logs in anew. API keys kept: ${apiKeys}`,
    `  Ids          ${ids}`,
    ...(droppedReadModels
      ? ['  Read models  knew more than the log; dropped, the next start makes them anew']
      : []),
    ...secretLines(missing),
  ]
}
