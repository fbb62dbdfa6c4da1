import type { Pool } from 'pg'
import type { Fence } from './leadership.ts'

export type Lease = {
  readonly name: string
  readonly holder: string
  readonly epoch: bigint
  /** Milliseconds until it ends, by the database's clock; not above 0 where it has ended. */
  readonly leftMs: number
}

/** A lease is only worth having while it can be prolonged in time. */
const answerTimeout = 1_000

type LeaseRow = { name: string; holder: string; epoch: string; left_ms: number }

const leaseOf = ({ epoch, left_ms: leftMs, ...row }: LeaseRow): Lease => ({
  ...row,
  epoch: BigInt(epoch),
  leftMs,
})

const columns = `name, holder, epoch,
  extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as left_ms`

const find = `select ${columns} from side.leases`

/** Whoever comes first of those who see that it has ended. */
const take = `
insert into side.leases as lease (name, holder, epoch, taken_at, expires_at)
values ($1, $2, 1, clock_timestamp(), clock_timestamp() + make_interval(secs => $3))
on conflict (name) do update set holder = excluded.holder, epoch = lease.epoch + 1,
   taken_at = excluded.taken_at, expires_at = clock_timestamp() + make_interval(secs => $3)
 where lease.expires_at <= clock_timestamp()
returning epoch`

const renew = `
update side.leases set expires_at = clock_timestamp() + make_interval(secs => $3)
 where name = $1 and epoch = $2 and expires_at > clock_timestamp()`

const giveBack = `
update side.leases set expires_at = clock_timestamp() where name = $1 and epoch = $2`

/** Whether these, as SQL, are a lease and its epoch that have not ended. */
export const isInForce = (lease: string, epoch: string): string =>
  `exists (select from side.leases
     where name = ${lease} and epoch = ${epoch} and expires_at > clock_timestamp())`

/** Leases as rows, one a name, whose ends are told by the database's clock alone. */
export const leaseRows = (pool: Pool) => {
  const query = async <R extends object>(text: string, values: readonly unknown[] = []) => {
    const config = { text, values: [...values], query_timeout: answerTimeout }
    return pool.query<R>(config)
  }
  const change = async (text: string, { lease, epoch }: Fence, ...values: unknown[]) =>
    (await query(text, [lease, epoch.toString(), ...values])).rowCount === 1

  return {
    all: async (): Promise<readonly Lease[]> =>
      (await query<LeaseRow>(`${find} order by name`)).rows.map(leaseOf),

    find: async (name: string): Promise<Lease | undefined> => {
      const { rows } = await query<LeaseRow>(`${find} where name = $1`, [name])
      return rows[0] && leaseOf(rows[0])
    },

    /** The epoch that begins; undefined where somebody else has it. */
    take: async (name: string, holder: string, lengthMs: number): Promise<bigint | undefined> => {
      const { rows } = await query<LeaseRow>(take, [name, holder, lengthMs / 1_000])
      return rows[0] && BigInt(rows[0].epoch)
    },

    /** False where it has ended. */
    renew: (fence: Fence, lengthMs: number) => change(renew, fence, lengthMs / 1_000),

    giveBack: (fence: Fence) => change(giveBack, fence),
  }
}

export type LeaseRows = ReturnType<typeof leaseRows>
