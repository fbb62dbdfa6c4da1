import type { Settings } from '../../shared/ports/settings.ts'
import type { ValuesDependencies } from '../engine/parameter-values/values.ts'

export type PublicDependencies = ValuesDependencies & {
  readonly settings: Pick<Settings, 'get' | 'current'>
  readonly now: () => Date
}
