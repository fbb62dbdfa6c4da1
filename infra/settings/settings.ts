import type { Bus } from '../../shared/ports/bus.ts'
import type { ProjectionProgress } from '../../shared/ports/projection-progress.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import type { Vault } from '../../shared/ports/vault.ts'
import type { FixedSettings, SettingKey, SettingValue } from '../../shared/settings/catalogue.ts'
import { effective, isFixed } from '../../shared/settings/effective.ts'
import type { SettingRow } from '../../shared/views/setting.ts'
import { oneMore } from '../one-more.ts'

type Options = {
  /** All rows of the read model. */
  readonly readRows: () => Promise<readonly SettingRow[]>
  readonly vault: Pick<Vault, 'open'>
  readonly progress: ProjectionProgress
  /** By which processes tell each other. */
  readonly hints: Pick<Bus, 'publish' | 'subscribe'>
  /** What the environment says. */
  readonly fixed: FixedSettings
  readonly now: () => Date
}

type Rows = ReadonlyMap<string, SettingRow>

/** What was read, and how new it is. */
type Reading = {
  /** The read models were this far at least. */
  readonly position: bigint
  readonly at: number
  readonly rows: Promise<Rows>
}

const longestMs = 1_000

/** After this whoever else remembers settings has forgotten them anyway. */
const tellMs = 30_000

/** Opens what is sealed, once for as long as some row names it. */
const opener = (vault: Pick<Vault, 'open'>) => {
  const opened = new Map<string, Promise<string | undefined>>()
  return {
    forgetAllBut: (rows: readonly SettingRow[]): void => {
      const named = new Set(rows.map(({ reference }) => reference))
      for (const reference of opened.keys()) if (!named.has(reference)) opened.delete(reference)
    },
    open: (reference: string): Promise<string | undefined> => {
      const known = opened.get(reference)
      if (known) return known
      const opening = vault.open(reference)
      opened.set(reference, opening)
      opening.catch(() => opened.delete(reference))
      return opening
    },
  }
}

/** Settings out of the read models, remembered for a second, or until somebody says they changed. */
export const readModelSettings = (options: Options): Settings => {
  const { progress, fixed, hints, now } = options
  const readRows = oneMore(options.readRows)
  const sealed = opener(options.vault)
  let least = 0n
  let last: Reading | undefined

  const read = (): Promise<Rows> => {
    const position = progress.known()
    const rows = readRows().then((all) => {
      sealed.forgetAllBut(all)
      return new Map(all.map((row) => [row.key, row]))
    })
    const reading: Reading = { position, at: now().getTime(), rows }
    last = reading
    rows.catch(() => {
      if (last === reading) last = undefined
    })
    return rows
  }

  const isRecent = ({ position, at }: Reading): boolean => {
    const age = now().getTime() - at
    return position >= least && age >= 0 && age < longestMs
  }

  const recent = (): Promise<Rows> => (last && isRecent(last) ? last.rows : read())

  const valueIn = async <K extends SettingKey>(key: K, rows: Rows): Promise<SettingValue<K>> => {
    const { value = null, reference = null, until = null } = rows.get(key) ?? {}
    const isOver = until !== null && Date.parse(until) <= now().getTime()
    if (isOver || isFixed(fixed, key)) return effective(fixed, key, null)
    if (reference === null) return effective(fixed, key, value)
    const text = await sealed.open(reference)
    return effective(fixed, key, text === undefined ? null : JSON.parse(text))
  }

  const tellOnceVisible = async (position: bigint): Promise<void> => {
    if (await progress.reached(position, tellMs)) hints.publish('settings.changed', {})
  }

  hints.subscribe('settings.changed', () => {
    last = undefined
  })

  return {
    get: async (key) => valueIn(key, isFixed(fixed, key) ? new Map() : await recent()),
    current: async (...keys) => {
      const rows = await read()
      const entries = keys.map(async (key) => [key, await valueIn(key, rows)] as const)
      return Object.fromEntries(await Promise.all(entries)) as never
    },
    changedAt: (position) => {
      if (position > least) least = position
      tellOnceVisible(position)
    },
  }
}
