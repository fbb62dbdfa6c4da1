import type { Stage } from './stage.ts'

/** What the service has found in a customer's database. */
export type CustomerDatabase = {
  readonly id: number
  readonly table: (name: string) => number
  /** `["field", id, null]` */
  readonly field: (table: string, name: string) => readonly unknown[]
}

type Named = { readonly id: number; readonly name: string }
type Table = Named & { readonly fields: readonly Named[] }

const named = <T extends Named>(all: readonly T[], name: string): T => {
  const one = all.find((it) => it.name === name)
  if (!one) throw new Error(`The sync has found no ${name}.`)
  return one
}

/** Connects a customer's database and waits until its tables are known. */
export const connectDatabase = async (
  stage: Stage,
  engine: string,
  details: object,
): Promise<CustomerDatabase> => {
  const caller = stage.service.caller()
  const get = async (path: string) => JSON.parse((await caller.call('GET', path)).body)
  try {
    const asked = { name: `A ${engine} database`, engine, details }
    const { id } = JSON.parse((await caller.call('POST', '/api/database', asked)).body)
    for (;;) {
      const { sync } = await get(`/api/database/${id}`)
      if (sync.status === 'failed') throw new Error(`The sync of ${engine} failed.`)
      if (sync.status === 'done') break
    }
    const { tables }: { tables: readonly Table[] } = await get(`/api/database/${id}/metadata`)
    return {
      id,
      table: (name) => named(tables, name).id,
      field: (table, name) => ['field', named(named(tables, table).fields, name).id, null],
    }
  } finally {
    caller.close()
  }
}
