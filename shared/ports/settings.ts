import type { SettingKey, SettingValue } from '../settings/catalogue.ts'

/**
 * The settings as they are in force: what the environment says, or what an admin said, or a default.
 * Secrets come opened.
 */
export type Settings = {
  /**
   * Never older than a second, and what this very process was told counts at once. Costs no query as
   * a rule.
   */
  get<K extends SettingKey>(key: K): Promise<SettingValue<K>>
  /**
   * As readers see them at this moment, for the price of one query: for what nobody may do any more
   * once its end was acknowledged.
   */
  current<K extends SettingKey>(
    ...keys: readonly K[]
  ): Promise<{ readonly [k in K]: SettingValue<k> }>
  /** Whoever asks from now on sees what was said up to this position of the log. */
  changedAt(position: bigint): void
}
