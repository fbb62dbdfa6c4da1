import type { Kysely } from 'kysely'
import type { ProjectionProgress } from '../../shared/ports/projection-progress.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import type { Vault } from '../../shared/ports/vault.ts'
import type { FixedSettings, SettingKey, SettingValue } from '../../shared/settings/catalogue.ts'
import { effective, isFixed } from '../../shared/settings/effective.ts'
import type { ReadModels } from '../../shared/views/index.ts'
import type { SettingRow } from '../../shared/views/setting.ts'

type Options = {
  readonly views: Kysely<ReadModels>
  readonly vault: Pick<Vault, 'open'>
  readonly progress: Pick<ProjectionProgress, 'known'>
  /** What the environment says. */
  readonly fixed: FixedSettings
  readonly now: () => Date
}

type Rows = ReadonlyMap<string, SettingRow>

/** What was read, and how new it is. */
type Reading = { readonly rows: Promise<Rows>; readonly position: bigint; readonly at: number }

const longestMs = 1_000

/** Settings out of the read models, remembered for a second; what is sealed is opened once. */
export const readModelSettings = ({ views, vault, progress, fixed, now }: Options): Settings => {
  let least = 0n
  let reading: Reading | undefined
  const opened = new Map<string, Promise<string | undefined>>()

  const readRows = async (): Promise<Rows> => {
    const rows = await views.selectFrom('settings').selectAll().execute()
    const sealed = new Set(rows.map(({ reference }) => reference))
    for (const reference of opened.keys()) if (!sealed.has(reference)) opened.delete(reference)
    return new Map(rows.map((row) => [row.key, row]))
  }

  const read = (): Reading => {
    const begun: Reading = { rows: readRows(), position: progress.known(), at: performance.now() }
    reading = begun
    begun.rows.catch(() => {
      if (reading === begun) reading = undefined
    })
    return begun
  }

  const recent = (): Reading => {
    const isRecent =
      reading && reading.position >= least && performance.now() - reading.at < longestMs
    return isRecent && reading ? reading : read()
  }

  const open = (reference: string): Promise<string | undefined> => {
    const known = opened.get(reference)
    if (known) return known
    const opening = vault.open(reference)
    opened.set(reference, opening)
    opening.catch(() => opened.delete(reference))
    return opening
  }

  const valueIn = async <K extends SettingKey>(key: K, rows: Rows): Promise<SettingValue<K>> => {
    const { value = null, reference = null, until = null } = rows.get(key) ?? {}
    const isOver = until !== null && Date.parse(until) <= now().getTime()
    if (isOver || reference === null || isFixed(fixed, key))
      return effective(fixed, key, isOver ? null : value)
    const text = await open(reference)
    return effective(fixed, key, text === undefined ? null : JSON.parse(text))
  }

  return {
    get: async (key) => valueIn(key, isFixed(fixed, key) ? new Map() : await recent().rows),
    current: async (...keys) => {
      const rows = await read().rows
      const entries = keys.map(async (key) => [key, await valueIn(key, rows)] as const)
      return Object.fromEntries(await Promise.all(entries)) as never
    },
    changedAt: (position) => {
      if (position > least) least = position
    },
  }
}
