import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { exportCaps } from '../../../query-service/engine/limits.ts'
import { compileResolved, resolveParsed } from '../../../query-service/engine/mbql/compile.ts'
import { withParameters } from '../../../query-service/engine/mbql/parameters.ts'
import { parseMbql } from '../../../query-service/engine/mbql/schema.ts'
import type { JsonRow } from '../../../query-service/engine/shape/rows.ts'
import { labEngines } from '../../support/engine-lab.ts'
import { type Ledger, openLedger } from '../../support/ledger-lab.ts'
import { aggregations } from '../../support/questions/ledger/aggregations.ts'
import { conditions } from '../../support/questions/ledger/conditions.ts'
import { groups } from '../../support/questions/ledger/groups.ts'
import { joins } from '../../support/questions/ledger/joins.ts'
import { momentConditions } from '../../support/questions/ledger/moment-conditions.ts'
import { momentValues } from '../../support/questions/ledger/moment-values.ts'
import { parameters } from '../../support/questions/ledger/parameters.ts'
import { type Names, referenceOf } from '../../support/questions/ledger/reference.ts'
import { rowsOfTables } from '../../support/questions/ledger/rows.ts'
import { values } from '../../support/questions/ledger/values.ts'

/** Numbers to twelve digits: quotients of floats and of decimals differ in the last ones. */
const settled = (rows: readonly JsonRow[]) =>
  rows.map((row) => row.map((cell) => (typeof cell === 'number' ? +cell.toPrecision(12) : cell)))

describe.each(labEngines)('structured queries and the SQL they stand for on %s', (engine) => {
  let ledger: Ledger

  beforeAll(async () => {
    ledger = await openLedger(engine)
  }, 60_000)
  afterAll(() => ledger?.lab.close(), 30_000)

  const entries = () => ({ 'source-table': ledger.table('entries') })
  const sortedIds = (l: Names) => ({
    fields: [l.field('id')],
    'order-by': [['asc', l.field('id')]],
  })
  const written = async (sql: string) => settled(await ledger.lab.read({ sql, parameters: [] }))
  const asked = async (query: object) => settled(await ledger.lab.ask(query))

  test.each([...conditions, ...momentConditions])('entries with %s', async (_, filter, sql) => {
    const rows = await asked({ ...entries(), ...sortedIds(ledger), filter: filter(ledger) })
    const condition = referenceOf(sql, engine)
    expect(rows).toEqual(await written(`select id from entries where ${condition} order by id`))
  })

  test.each([...values, ...momentValues])('%s, entry by entry', async (_, value, sql) => {
    const rows = await asked({
      ...entries(),
      ...sortedIds(ledger),
      expressions: { value: value(ledger) },
      fields: [ledger.field('id'), ['expression', 'value']],
    })
    const formula = referenceOf(sql, engine)
    expect(rows).toEqual(await written(`select id, ${formula} from entries order by id`))
  })

  test.each([...aggregations, ...groups, ...joins, ...rowsOfTables])(
    '%s',
    async (_, query, sql) => {
      const own = query(ledger)
      const isWhole = Object.keys(own).some((key) => /^source/i.test(key))
      const rows = await asked({ ...(isWhole ? {} : entries()), ...own })
      expect(rows).toEqual(await written(referenceOf(sql, engine)))
    },
  )

  test.each(parameters)('a parameter %s on %p: %j', async (type, of, value, sql) => {
    const query = parseMbql({ ...entries(), ...sortedIds(ledger) })
    const parameter = { type, target: ['dimension', of(ledger)], value }
    const resolved = resolveParsed(withParameters(query, [parameter]), await ledger.lab.catalogue())
    const { compiled } = compileResolved(resolved, engine, { maxRows: exportCaps })
    const condition = referenceOf(sql, engine)
    expect(await ledger.lab.read(compiled)).toEqual(
      await written(`select id from entries where ${condition} order by id`),
    )
  })
})
