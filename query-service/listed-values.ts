import type { ValueList } from '../shared/contract/parameter-values.ts'
import type { ValuesAsking } from './engine/parameter-values/ask.ts'
import type { ValueSource } from './engine/parameter-values/source.ts'
import { findValues, type ValuesDependencies } from './engine/parameter-values/values.ts'
import type { Wanted } from './engine/parameter-values/wanted.ts'

/** The values of a parameter that are wanted, as the API lists them. @throws {Refusal} as `findValues` */
export const listedValues = async (
  dependencies: ValuesDependencies,
  asking: ValuesAsking,
  source: ValueSource,
  wanted: Wanted,
): Promise<ValueList> => {
  const { values, hasMore } = await findValues(dependencies, asking, source, wanted)
  return { values: [...values], has_more_values: hasMore }
}
