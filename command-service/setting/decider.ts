import type { SettingEvent } from '../../shared/events/setting.ts'
import type { Decider } from '../../shared/kernel/decider.ts'
import { canonicalJson, type Json } from '../../shared/kernel/json.ts'
import { catalogue, type SettingKey } from '../../shared/settings/catalogue.ts'

/** What was said over the API and holds until something else is said. */
export type SaidSettings = {
  readonly values: ReadonlyMap<string, Json>
  /** Of what the vault keeps. */
  readonly references: ReadonlyMap<string, string>
}

/** Null: the default is to hold again. */
export type SettingChange = { readonly key: SettingKey } & (
  | { readonly value: Json }
  | { readonly reference: string | null }
)

export type SettingCommand =
  | { type: 'ChangeSettings'; data: { readonly changes: readonly SettingChange[] } }
  | {
      type: 'RotateEmbeddingKey'
      /** `until`: when the key of today stops to open anything, ISO 8601; null: now. */
      data: { readonly reference: string; readonly until: string | null }
    }

const currentKey = 'embedding-secret-key'
const previousKey = 'embedding-secret-key-previous'

const mailServer = 'email-smtp-host'
const mailPassword = 'email-smtp-password'

const changed = ({ values, references }: SaidSettings, change: SettingChange): boolean =>
  'value' in change
    ? canonicalJson(values.get(change.key) ?? null) !== canonicalJson(change.value)
    : (references.get(change.key) ?? null) !== change.reference

const toEvent = (change: SettingChange): SettingEvent => {
  if ('reference' in change) return { type: 'SealedSettingChanged', data: change }
  const { guardsAccess } = catalogue[change.key]
  return { type: guardsAccess ? 'AccessSettingChanged' : 'SettingChanged', data: change }
}

/** Whoever puts a key in place by hand wants no other one to open anything. */
const endOfPrevious = (
  { references }: SaidSettings,
  changes: readonly SettingChange[],
): readonly SettingEvent[] => {
  const isNewKey = changes.some(({ key }) => key === currentKey)
  const isSaid = changes.some(({ key }) => key === previousKey)
  if (!isNewKey || isSaid || !references.has(previousKey)) return []
  return [toEvent({ key: previousKey, reference: null })]
}

/** @param host what is said of the mail server; undefined: nothing */
const leavesServer = ({ values }: SaidSettings, host: Json | undefined): boolean => {
  const before = values.get(mailServer) ?? null
  return before !== null && host !== undefined && host !== before
}

/** A password is for the server it was given for: no other one is to be sent it. */
export const forMailServer = (it: SaidSettings, host: Json | undefined): SaidSettings =>
  leavesServer(it, host) ? withReference(it, mailPassword, null) : it

const endOfPassword = (
  it: SaidSettings,
  changes: readonly SettingChange[],
): readonly SettingEvent[] => {
  const server = changes.find(({ key }) => key === mailServer)
  const host = server && 'value' in server ? server.value : undefined
  const isSaid = changes.some(({ key }) => key === mailPassword)
  if (isSaid || !it.references.has(mailPassword) || !leavesServer(it, host)) return []
  return [toEvent({ key: mailPassword, reference: null })]
}

const withValue = (it: SaidSettings, key: string, value: Json | null): SaidSettings => ({
  ...it,
  values: new Map(it.values).set(key, value),
})

const withReference = (it: SaidSettings, key: string, reference: string | null): SaidSettings => {
  const references = new Map(it.references)
  if (reference === null) references.delete(key)
  else references.set(key, reference)
  return { ...it, references }
}

export const settingDecider: Decider<SaidSettings, SettingCommand, SettingEvent> = {
  initial: { values: new Map(), references: new Map() },
  decide: {
    ChangeSettings: ({ changes }, it) => {
      const real = changes.filter((change) => changed(it, change))
      return [...real.map(toEvent), ...endOfPrevious(it, real), ...endOfPassword(it, real)]
    },
    RotateEmbeddingKey: ({ reference, until }, { references }) => {
      const old = references.get(currentKey)
      const previous = old === undefined || until === null ? null : { reference: old, until }
      return [{ type: 'EmbeddingKeyRotated', data: { reference, previous } }]
    },
  },
  evolve: {
    SettingChanged: (it, { key, value }) => withValue(it, key, value),
    AccessSettingChanged: (it, { key, value }) => withValue(it, key, value),
    SealedSettingChanged: (it, { key, reference }) => withReference(it, key, reference),
    EmbeddingKeyRotated: (it, { reference, previous }) =>
      withReference(
        withReference(it, currentKey, reference),
        previousKey,
        previous?.reference ?? null,
      ),
  },
}
