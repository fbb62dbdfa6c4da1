/** A column of a read model: its Postgres type, and its TypeScript type by inference. */
export type Column<T> = { readonly sql: string; readonly nullable: boolean; readonly type?: T }

const column =
  <T>(sql: string) =>
  (): Column<T> => ({ sql, nullable: false })

export const integer = column<number>('integer')
export const text = column<string>('text')
export const boolean = column<boolean>('boolean')
/** ISO 8601 text in UTC, as the log recorded it: text keeps rebuilt tables equal to the byte. */
export const instant = column<string>('text')
export const json = <T>(): Column<T> => ({ sql: 'jsonb', nullable: false })
export const nullable = <T>(of: Column<T>): Column<T | null> => ({ sql: of.sql, nullable: true })

type Columns = Record<string, Column<unknown>>

/** A read-model table, said once: the DDL, the row type and the keys of updates come from it. */
export type View<C extends Columns = Columns> = {
  readonly name: string
  readonly columns: C
  readonly key: readonly string[]
  readonly indexes: readonly (readonly string[])[]
}

export type Row<V> =
  V extends View<infer C>
    ? { -readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never }
    : never

export const view = <C extends Columns>(
  name: string,
  columns: C,
  options: {
    key: readonly (keyof C & string)[]
    indexes?: readonly (readonly (keyof C & string)[])[]
  },
): View<C> => ({ name, columns, key: options.key, indexes: options.indexes ?? [] })
