import { afterAll, beforeAll } from '@jest/globals'
import { type EngineOptions, engineDefaults } from '../../infra/engines/options.ts'
import { engineWriters } from '../../infra/engines/writers.ts'
import { type TargetTable, targetTable } from '../../shared/actions/target-table.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { BoundValue, ConnectionTarget } from '../../shared/ports/engine-driver.ts'
import type {
  EngineWriter,
  WriteOptions,
  WriteOutcome,
  WriteStatement,
} from '../../shared/ports/engine-writer.ts'
import { dialectOf } from '../../shared/sql/dialects/index.ts'
import {
  type ImplicitStatement,
  implicitDelete,
  implicitInsert,
  implicitUpdate,
} from '../../shared/sql/write/implicit.ts'
import { type EngineLab, type LabEngine, openLab } from '../support/engine-lab.ts'
import { writeValues } from '../support/write-target.ts'

type Values = Readonly<Record<string, Json>>

/** What somebody who may write SQL wrote, or what we did. */
export const statement = (
  sql: string,
  parameters: readonly BoundValue[] = [],
  origin: WriteStatement['origin'] = 'foreign',
): WriteStatement => ({ query: { sql, parameters }, origin })

/** A database of the suite's own, and its writer. Call it inside the suite's `describe`. */
export const writerBench = (engine: LabEngine, tables: readonly string[]) => {
  const opened: EngineWriter[] = []
  let lab: EngineLab | undefined
  const known = new Map<string, TargetTable>()

  const here = (): EngineLab => {
    if (!lab) throw new Error('the suite has not started')
    return lab
  }
  const newWriter = (options: Partial<EngineOptions> = {}): EngineWriter => {
    const writer = engineWriters({ ...engineDefaults, ...options }).get(engine)
    if (!writer) throw new Error(`no writer for ${engine}`)
    opened.push(writer)
    return writer
  }
  const tableNamed = (name: string): TargetTable => {
    const table = known.get(name)
    if (!table) throw new Error(`no table ${name}`)
    return table
  }
  const about =
    (build: ImplicitStatement) =>
    (table: string, values: Values): WriteStatement =>
      build(dialectOf(engine), tableNamed(table), writeValues(values))

  let usual: EngineWriter | undefined
  const writer = () => {
    usual ??= newWriter()
    return usual
  }

  beforeAll(async () => {
    lab = await openLab(engine)
    await lab.run(...tables)
    const catalogue = await lab.catalogue()
    for (let id = 1, table = catalogue.table(id); table; id += 1, table = catalogue.table(id)) {
      const target = targetTable(table, catalogue.fieldsOf(id))
      if (!('problem' in target)) known.set(table.name, target)
    }
  })
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()))
    await lab?.close()
  })

  const target = (details: Partial<ConnectionTarget['details']> = {}): ConnectionTarget => ({
    ...here().target,
    details: { ...here().target.details, ...details },
  })

  return {
    newWriter,
    lab: here,
    target,
    tableNamed,
    insert: about(implicitInsert),
    update: about(implicitUpdate),
    remove: about(implicitDelete),
    write: (
      statements: readonly WriteStatement[],
      options: Partial<WriteOptions> = {},
      by = writer(),
      at = target(),
    ): Promise<WriteOutcome> =>
      by.write(at, statements, {
        signal: new AbortController().signal,
        timeoutMs: 20_000,
        timeZone: 'UTC',
        ...options,
      }),
    rows: (sql: string) => here().read({ sql, parameters: [] }),
  }
}
