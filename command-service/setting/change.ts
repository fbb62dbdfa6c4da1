import type { Json } from '../../shared/kernel/json.ts'
import { invalid, Refusal } from '../../shared/kernel/refusal.ts'
import type { Vault } from '../../shared/ports/vault.ts'
import {
  catalogue,
  type FixedSettings,
  isSettingKey,
  type SettingKey,
} from '../../shared/settings/catalogue.ts'
import { type Checked, checkedValue } from '../../shared/settings/checked.ts'
import { isFixed } from '../../shared/settings/effective.ts'
import { isMask, maskOf } from '../../shared/settings/mask.ts'
import { forMailServer, type SaidSettings, type SettingChange } from './decider.ts'

/** Values by their settings, checked. */
export type Wanted = ReadonlyMap<SettingKey, Json>

/** A secret is sent back as it was shown by whoever does not mean to change it. */
const isMaskOf = (key: SettingKey, value: unknown): value is string =>
  catalogue[key].privacy === 'secret' && typeof value === 'string' && isMask(value)

const readOne = (fixed: FixedSettings, key: SettingKey, value: unknown): Checked =>
  isMaskOf(key, value) && !isFixed(fixed, key) ? { value } : checkedValue(fixed, key, value)

/** @throws {Refusal} 400 that names every setting that cannot be so */
export const readWanted = (
  fixed: FixedSettings,
  given: Readonly<Record<string, unknown>>,
): Wanted => {
  const wanted = new Map<SettingKey, Json>()
  const errors: Record<string, string> = {}
  for (const [key, value] of Object.entries(given)) {
    if (!isSettingKey(key)) {
      errors[key] = 'is no setting'
      continue
    }
    const checked = readOne(fixed, key, value)
    if ('problem' in checked) errors[key] = checked.problem
    else wanted.set(key, checked.value)
  }
  const [first] = Object.entries(errors)
  if (first) throw new Refusal('validation', `${first.join(' ')}.`, { errors })
  return wanted
}

const openedIn = async (
  vault: Pick<Vault, 'open'>,
  { references }: SaidSettings,
  key: SettingKey,
): Promise<Json | undefined> => {
  const reference = references.get(key)
  const text = reference === undefined ? undefined : await vault.open(reference)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Puts a value where the vault has it; what is there already, or is meant to stay, is no change. */
const sealed = async (
  vault: Pick<Vault, 'open' | 'put'>,
  said: SaidSettings,
  key: SettingKey,
  value: Json,
): Promise<SettingChange | undefined> => {
  if (value === null) return { key, reference: null }
  const current = await openedIn(vault, said, key)
  if (isMaskOf(key, value)) {
    if (typeof current === 'string' && maskOf(current) === value) return undefined
    throw invalid(key, `${key} is a mask of nothing that could stay: give the value itself.`)
  }
  const text = JSON.stringify(value)
  if (JSON.stringify(current) === text) return undefined
  return { key, reference: await vault.put('setting', text) }
}

/** What is to be recorded: secrets and addresses of people are in the vault before they are. */
export const toChanges = async (
  vault: Pick<Vault, 'open' | 'put'>,
  said: SaidSettings,
  wanted: Wanted,
): Promise<readonly SettingChange[]> => {
  const changes: SettingChange[] = []
  const staying = forMailServer(said, wanted.get('email-smtp-host'))
  for (const [key, value] of wanted) {
    const isPlain = catalogue[key].privacy === 'plain'
    const change = isPlain ? { key, value } : await sealed(vault, staying, key, value)
    if (change) changes.push(change)
  }
  return changes
}
