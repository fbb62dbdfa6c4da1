import type { ResultColumn } from '../../../shared/ports/engine-driver.ts'
import type { Language } from './languages.ts'
import { commandStatement } from './pipeline/command-statement.ts'
import { keysOf } from './pipeline/keys.ts'
import { buildPipeline } from './pipeline/select.ts'
import type { Resolved } from './resolved.ts'

const resultColumns = ({ columns, selection }: Resolved): readonly ResultColumn[] | undefined => {
  if (!columns) return undefined
  const keys = keysOf(columns)
  return selection.map(({ baseType }, place) => ({
    name: keys[place] ?? '',
    databaseType: columns[place]?.database_type ?? '',
    baseType,
  }))
}

/** Structured queries as aggregation pipelines of MongoDB 5 or later, in EJSON. */
export const pipelineLanguage: Language = (resolved, slice, timeZone) => {
  const run = { timeZone, variables: { next: 0 } }
  return commandStatement(buildPipeline(resolved, run, slice), resultColumns(resolved))
}
