import type { Actor } from '../kernel/actor.ts'
import { catalogue, type SettingKey, settingKeys } from './catalogue.ts'
import type { Visibility } from './setting.ts'

const seenBy = (actor: Pick<Actor, 'isSuperuser'> | undefined): readonly Visibility[] => {
  if (!actor) return ['public']
  return actor.isSuperuser ? ['public', 'authenticated', 'admin'] : ['public', 'authenticated']
}

/** The settings somebody may know the value of; secrets are nobody's to know. */
export const visibleSettings = (
  actor: Pick<Actor, 'isSuperuser'> | undefined,
): readonly SettingKey[] => {
  const seen = seenBy(actor)
  return settingKeys.filter((key) => {
    const { visibleTo, privacy } = catalogue[key]
    return privacy !== 'secret' && seen.includes(visibleTo)
  })
}
