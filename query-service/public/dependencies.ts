import type { ValuesDependencies } from '../engine/parameter-values/values.ts'

export type PublicDependencies = ValuesDependencies & { readonly now: () => Date }
