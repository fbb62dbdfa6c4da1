import { invalid, refuseUnless } from '../kernel/refusal.ts'
import type { Dialect } from '../sql/dialect.ts'
import { dialects } from '../sql/dialects/index.ts'

/** Whether actions can write to databases of an engine at all. */
export const isWritten = (engine: string): boolean => dialects.has(engine)

/** @throws {Refusal} 400 where an admin does not want actions to write to a database */
export const refuseSwitchedOff = (isOn: boolean): void =>
  refuseUnless(isOn, 'actions-disabled', 'Actions are switched off for this database.')

/**
 * What actions speak to a database in, where they are to write to it.
 * @throws {Refusal} 400 for a database that is not spoken to in SQL, and where actions are switched off
 */
export const writtenDialect = ({ engine }: { readonly engine: string }, isOn: boolean): Dialect => {
  const dialect = dialects.get(engine)
  if (!dialect) throw invalid('database_id', 'Databases of this engine are not written to.')
  refuseSwitchedOff(isOn)
  return dialect
}
