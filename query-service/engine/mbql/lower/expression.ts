import type { Dialect, Operand } from '../../../../shared/sql/dialect.ts'
import { type Fragment, identifier, sql } from '../../../../shared/sql/fragment.ts'
import { isExtraction, type Weekday } from '../../../../shared/sql/temporal-unit.ts'
import type { TableRow } from '../../../../shared/views/database.ts'
import type { AggregationFunction } from '../ast.ts'
import type { ResolvedAggregation, ResolvedField, ResolvedValue } from '../resolved.ts'

/** All that expressions need to know of the query they stand in. */
export type Context = {
  readonly dialect: Dialect
  readonly table: TableRow
  readonly weekStart: Weekday
}

/** A column with its bucket applied, and the type it has then. */
export const lowerField = (column: ResolvedField, context: Context): Operand => {
  const { field, bucket, baseType } = column
  const { dialect, weekStart } = context
  const plain: Operand = {
    sql: identifier(context.table.name, field.name),
    baseType: field.base_type,
    databaseType: field.database_type,
  }
  if (bucket === undefined || bucket === 'default') return plain
  const fragment = isExtraction(bucket)
    ? dialect.extract(bucket, plain, weekStart)
    : dialect.truncate(bucket, plain, weekStart)
  return { sql: fragment, baseType, databaseType: '' }
}

/** A value is cut to its unit as the instant it is: its own text carries an offset. */
export const lowerValue = (value: ResolvedValue, context: Context): Fragment => {
  const bound = context.dialect.parameter(value.value, value.type)
  if (value.unit === undefined) return bound
  const baseType = value.type === 'time' ? 'type/Time' : 'type/DateTimeWithTZ'
  const operand: Operand = { sql: bound, baseType, databaseType: '' }
  return context.dialect.truncate(value.unit, operand, context.weekStart)
}

const functions: {
  readonly [F in AggregationFunction]: (argument: Operand, dialect: Dialect) => Fragment
} = {
  count: (argument) => sql`COUNT(${argument.sql})`,
  distinct: (argument) => sql`COUNT(DISTINCT ${argument.sql})`,
  sum: (argument) => sql`SUM(${argument.sql})`,
  avg: (argument, dialect) => dialect.average(argument),
  min: (argument) => sql`MIN(${argument.sql})`,
  max: (argument) => sql`MAX(${argument.sql})`,
  stddev: (argument) => sql`STDDEV_POP(${argument.sql})`,
}

const lowerAggregation = (aggregation: ResolvedAggregation, context: Context): Fragment =>
  aggregation.field
    ? functions[aggregation.function](lowerField(aggregation.field, context), context.dialect)
    : sql`COUNT(*)`

export const lowerExpression = (
  expression: ResolvedField | ResolvedAggregation,
  context: Context,
): Fragment =>
  expression.kind === 'field'
    ? lowerField(expression, context).sql
    : lowerAggregation(expression, context)
