import type { Pool } from 'pg'
import type { IdKind, IdSequences } from '../../shared/ports/id-sequences.ts'

/** Ids out of Postgres sequences: whoever draws, none is given out twice. */
export const postgresIdSequences = (pool: Pool): IdSequences => {
  const take = async (kind: IdKind, count: number): Promise<readonly number[]> => {
    if (count === 0) return []
    const { rows } = await pool.query<{ id: number }>({
      name: 'ids.take',
      text: `select nextval(('side.' || $1 || '_ids')::regclass)::integer as id
               from generate_series(1, $2::integer)`,
      values: [kind, count],
    })
    return rows.map(({ id }) => id)
  }
  return {
    take,
    async next(kind) {
      const [id] = await take(kind, 1)
      if (id === undefined) throw new Error(`the sequence of ${kind} ids gave nothing`)
      return id
    },
  }
}
