import type { SettingEvent } from '../shared/events/setting.ts'
import type { Json } from '../shared/kernel/json.ts'
import type { Writer } from '../shared/views/change-set.ts'
import { type SettingRow, settingChanges, settings } from '../shared/views/setting.ts'
import { type Fact, projection } from './runtime/projection.ts'

type Said = Pick<SettingRow, 'key'> & Partial<SettingRow>

const nothing = { value: null, reference: null, until: null }

const put = (write: Writer, { at, actor, revision }: Fact<unknown>, said: Said): void => {
  const { key, value = null, reference = null } = said
  const by = actor.kind === 'user' ? actor.id : null
  write.put(settings, { ...nothing, ...said })
  write.put(settingChanges, { key, revision, at, by, value, is_sealed: reference !== null })
}

type Plain = { readonly key: string; readonly value: Json | null }

const changed = (write: Writer, fact: Fact<Plain>) => put(write, fact, fact.data)

/** What is said of the settings. Some say who may do what, so a fault stops the line. */
export const settingProjection = projection<SettingEvent>({
  name: 'setting',
  version: 3,
  onFailure: 'stop',
  views: [settings, settingChanges],
  on: {
    SettingChanged: changed,
    AccessSettingChanged: changed,
    SealedSettingChanged: (write, fact) => put(write, fact, fact.data),
    EmbeddingKeyRotated: (write, fact) => {
      const { reference, previous } = fact.data
      put(write, fact, { key: 'embedding-secret-key', reference })
      put(write, fact, { ...previous, key: 'embedding-secret-key-previous' })
    },
  },
})
