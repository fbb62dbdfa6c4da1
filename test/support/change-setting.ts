import { settingDecider } from '../../command-service/setting/decider.ts'
import { streams } from '../../command-service/streams.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { SettingKey } from '../../shared/settings/catalogue.ts'
import { executeIn } from './execute-in.ts'
import type { TestService } from './service.ts'

/** Changes a setting of the site; answers once readers know. */
export const changeSetting = (app: TestService, key: SettingKey, value: Json): Promise<void> =>
  executeIn(app, streams.settings, settingDecider, {
    type: 'ChangeSettings',
    data: { changes: [{ key, value }] },
  })
