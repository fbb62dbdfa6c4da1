import type { SettingEvent } from '../shared/events/setting.ts'
import { settings } from '../shared/views/setting.ts'
import { projection } from './runtime/projection.ts'

const nothing = { value: null, reference: null, until: null }

export const settingProjection = projection<SettingEvent>({
  name: 'setting',
  version: 2,
  onFailure: 'stop',
  views: [settings],
  on: {
    SettingChanged: (write, { data }) => write.put(settings, { ...nothing, ...data }),
    AccessSettingChanged: (write, { data }) => write.put(settings, { ...nothing, ...data }),
    SealedSettingChanged: (write, { data }) => write.put(settings, { ...nothing, ...data }),
    EmbeddingKeyRotated: (write, { data: { reference, previous } }) => {
      write.put(settings, { ...nothing, key: 'embedding-secret-key', reference })
      write.put(settings, { ...nothing, ...previous, key: 'embedding-secret-key-previous' })
    },
  },
})
