import * as setting from '../../../shared/contract/setting.ts'
import type { Examples } from './example.ts'

const siteName = () => ({ key: 'site-name' })

export const settingExamples: Examples = [
  [setting.listSettings, {}],
  [setting.getSetting, { params: siteName }],
  [setting.listSettingChanges, { params: siteName }],
  [setting.changeSetting, { params: siteName, body: () => ({ value: 'Shop' }) }],
  [
    setting.changeSettings,
    { body: () => ({ 'site-name': 'Shop', 'start-of-week': 'monday', 'admin-email': null }) },
  ],
  // The key of these services is their environment's to say.
  [setting.rotateEmbeddingKey, { body: () => ({ value: 'x' }), status: 400 }],
]
