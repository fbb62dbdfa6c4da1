import type { SettingEvent } from '../shared/events/instance.ts'
import { settings } from '../shared/views/setting.ts'
import { projection } from './runtime/projection.ts'

export const settingProjection = projection<SettingEvent>({
  name: 'setting',
  version: 1,
  onFailure: 'quarantine',
  views: [settings],
  on: {
    SettingChanged: (write, { data }) => write.put(settings, { key: data.key, value: data.value }),
  },
})
