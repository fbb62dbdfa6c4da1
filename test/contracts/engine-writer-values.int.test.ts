import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Json } from '../../shared/kernel/json.ts'
import { dialectOf } from '../../shared/sql/dialects/index.ts'
import { implicitRow } from '../../shared/sql/write/implicit.ts'
import { labEngines } from '../support/engine-lab.ts'
import { writeValues } from '../support/write-target.ts'
import { writtenKinds } from '../support/written-values.ts'
import { writerBench } from './writer-bench.ts'

describe.each(labEngines)('%s: what is written', (engine) => {
  const kinds = Object.entries(writtenKinds).filter(([, { types }]) => types[engine])
  const columns = kinds.map(([name, { types }]) => `${name} ${types[engine]}`)
  const { write, insert, tableNamed, lab } = writerBench(engine, [
    ...(engine === 'postgres' ? [`create type mood as enum ('sad', 'ok')`] : []),
    `create table every (id int primary key, ${columns.join(', ')})`,
  ])
  const someRow = fc.record(
    Object.fromEntries(kinds.map(([name, { values }]) => [name, fc.option(values, { freq: 9 })])),
  )
  const seen = (row: Readonly<Record<string, Json | undefined>>) =>
    kinds.map(([name, kind]) => {
      const value = row[name] ?? null
      return [name, value === null ? null : kind.seen(value)]
    })

  test('is answered, and read, as it was given', async () => {
    let last = 0
    await fc.assert(
      fc.asyncProperty(fc.array(someRow, { minLength: 1, maxLength: 10 }), async (rows) => {
        const given = rows.map((row) => {
          last += 1
          return { ...row, id: last }
        })
        const outcome = await write(given.map((row) => insert('every', row)))
        expect(
          outcome.kind === 'committed' ? outcome.rows.map((row) => seen(row ?? {})) : outcome,
        ).toEqual(given.map(seen))
        const query = implicitRow(dialectOf(engine), tableNamed('every'), writeValues({ id: last }))
        const [read = []] = await lab().read(query)
        expect(read[0]).toBe(last)
      }),
      { numRuns: 20, seed: 11 },
    )
  }, 30_000)
})
