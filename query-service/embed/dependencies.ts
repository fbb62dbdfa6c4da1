import type { ValuesDependencies } from '../engine/parameter-values/values.ts'
import type { OpenDependencies } from './open.ts'

export type EmbedDependencies = ValuesDependencies & OpenDependencies
