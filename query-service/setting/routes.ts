import * as contract from '../../shared/contract/setting.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import {
  type FixedSettings,
  isSettingKey,
  type SettingKey,
  settingKeys,
} from '../../shared/settings/catalogue.ts'
import { on, type QueryRoute } from '../context.ts'
import { page } from '../paging.ts'
import { loadPeople } from '../people.ts'
import { presentChanges, presentSetting, shownValue } from './present.ts'

export type SettingDependencies = {
  readonly settings: Pick<Settings, 'current'>
  /** What the environment says. */
  readonly fixedSettings: FixedSettings
}

const knownKey = (key: string): SettingKey => found(isSettingKey(key) ? key : undefined, 'Setting')

export const settingRoutes = ({
  settings,
  fixedSettings,
}: SettingDependencies): readonly QueryRoute[] => [
  on(contract.listSettings, async () => {
    const values = await settings.current(...settingKeys)
    return settingKeys.toSorted().map((key) => presentSetting(fixedSettings, key, values[key]))
  }),

  on(contract.getSetting, async ({ params }) => {
    const key = knownKey(params.key)
    const { [key]: value } = await settings.current(key)
    return shownValue(key, value) ?? undefined
  }),

  on(contract.listSettingChanges, async ({ params, query }, { views, header }) => {
    const rows = await views
      .selectFrom('setting_changes')
      .selectAll()
      .where('key', '=', knownKey(params.key))
      .orderBy('revision')
      .execute()
    const people = await loadPeople(
      views,
      rows.flatMap(({ by }) => by ?? []),
    )
    return page(presentChanges(rows, people), query, header)
  }),
]
