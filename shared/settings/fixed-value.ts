import type { SettingKey } from './catalogue.ts'

/**
 * Stands in a query for what the environment says of a setting, as JSON; null where it says nothing.
 * Whoever runs the query puts it in.
 */
export class FixedValue {
  readonly key: SettingKey

  constructor(key: SettingKey) {
    this.key = key
  }
}
