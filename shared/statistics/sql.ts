import type { Dialect } from '../sql/dialect.ts'
import { identifier, sql, wholeNumber } from '../sql/fragment.ts'
import { print } from '../sql/print.ts'
import type { FieldPlace, FieldStatistics } from './field-statistics.ts'

const named = ({ schema, table, field }: FieldPlace) => ({
  column: identifier(field),
  from: identifier(schema, table),
})

export const sqlStatistics = (dialect: Dialect): FieldStatistics => ({
  distinctValues: (place, most) => {
    const { column, from } = named(place)
    return print(
      sql`select distinct ${column} from ${from} where ${column} is not null order by ${column} limit ${wholeNumber(most)}`,
      dialect,
    )
  },
  counts: (place) => {
    const { column, from } = named(place)
    return print(sql`select count(${column}), count(distinct ${column}) from ${from}`, dialect)
  },
})
