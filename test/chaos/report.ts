import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Played } from './play.ts'
import type { World } from './world/world.ts'

const cells = (columns: readonly (readonly string[])[]): readonly string[] => {
  const [head = []] = columns
  const widths = head.map((_, index) => Math.max(...columns.map((row) => row[index]?.length ?? 0)))
  return columns.map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))
}

const errorsOf = ({ errors }: Played): string =>
  [...errors].map(([outcome, count]) => `${count} × ${outcome}`).join(', ') || 'none'

/** What was done and what came of it, a line for each scenario. */
export const table = (played: readonly Played[]): string =>
  cells([
    ['scenario', 'acknowledged', 'invariants', 'seconds', 'errors', 'what was done'],
    ...played.map((it) => [
      it.scenario.id,
      String(it.acknowledged),
      it.violations.length === 0 ? 'ok' : `${it.violations.length} violated`,
      it.seconds.toFixed(0),
      errorsOf(it),
      it.done,
    ]),
  ])
    .map((line) => line.trimEnd())
    .join('\n')

const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

const lines = (items: Iterable<unknown>): string =>
  [...items].map((item) => `${JSON.stringify(item, asText)}\n`).join('')

/** Keeps what it takes to find out why: seed, violations, ledger, log of events, output of processes. */
export const keepReport = (
  played: Played,
  world: World,
  { parent, command }: { readonly parent: string; readonly command: string },
): string => {
  const { scenario, violations, evidence } = played
  const directory = join(parent, `${scenario.id}-${new Date().toISOString().replaceAll(':', '')}`)
  mkdirSync(directory, { recursive: true })
  const found = violations.map(({ id, text }) => `${id}: ${text}`)
  const { calm, faults, builds } = evidence
  const about = JSON.stringify({ calm, faults, builds }, asText, 2)
  const text = [
    `Play it again: ${command}`,
    '',
    scenario.about,
    played.done,
    '',
    ...found,
    '',
    about,
  ]
  writeFileSync(join(directory, 'report.txt'), `${text.join('\n')}\n`)
  writeFileSync(join(directory, 'ledger.jsonl'), lines(evidence.ledger))
  writeFileSync(join(directory, 'events.jsonl'), lines(evidence.events))
  for (const { name, directory: output } of world.processes)
    cpSync(output, join(directory, name), { recursive: true })
  return directory
}
