import type { Pool, PoolClient } from 'pg'
import type { Keys } from '../keys.ts'
import { inTransaction } from '../read-models/transaction.ts'
import { keyring, type StoredBox } from '../security/keyring.ts'
import { personKeyPlace } from '../security/person-keys.ts'
import { UnreadableSecret } from '../security/sealed-box.ts'
import { setupTokenPlace } from '../security/setup-token.ts'
import { vaultPlace } from '../security/vault.ts'

/** A table of sealed boxes: which row is which, for what it is sealed, and under which use's key. */
type Boxes = {
  readonly table: string
  readonly id: string
  readonly also: string
  readonly use: 'vault' | 'person'
  readonly placeOf: (row: { readonly id: string; readonly also: string }) => string
}

/** Everything that is sealed under a key of the master key; what was kept of earlier ones is besides. */
export const sealedTables: readonly Boxes[] = [
  {
    table: 'side.vault',
    id: 'reference',
    also: 'kind',
    use: 'vault',
    placeOf: ({ id, also }) => vaultPlace(id, also),
  },
  {
    table: 'side.person_keys',
    id: 'user_id::text',
    also: `''`,
    use: 'person',
    placeOf: ({ id }) => personKeyPlace(Number(id)),
  },
  {
    table: 'side.setup_token',
    id: 'one::text',
    also: `''`,
    use: 'vault',
    placeOf: () => setupTokenPlace,
  },
]

type Row = StoredBox & { readonly id: string; readonly also: string }

export type Resealed = { readonly done: number; readonly unreadable: readonly string[] }

/** In one transaction; whoever asks for one of them meanwhile waits that long. */
const atOnce = 200

const takeSome = async (
  client: PoolClient,
  { table, id, also }: Boxes,
  keyId: string,
  after: string,
): Promise<readonly Row[]> => {
  const { rows } = await client.query<Row>(
    `select ${id} as id, ${also} as also, key_id as "keyId", nonce, ciphertext from ${table}
      where key_id = $1 and ${id} > $2 collate "C" order by ${id} collate "C" limit ${atOnce}
        for update`,
    [keyId, after],
  )
  return rows
}

/**
 * Seals what is under one master key anew under the other, some at a time. Interrupted, it is gone on
 * with where it stopped; what cannot be opened is left as it is, and told.
 */
export const reseal = async (
  pool: Pool,
  boxes: Boxes,
  { from, to }: { readonly from: Keys; readonly to: Keys },
  onDone: (count: number) => void,
): Promise<Resealed> => {
  const [opening, sealing] = [keyring(from, boxes.use), keyring(to, boxes.use)]
  const unreadable: string[] = []
  let done = 0

  const resealOne = async (client: PoolClient, row: Row): Promise<void> => {
    const place = boxes.placeOf(row)
    try {
      const plain = opening.open(row, place)
      await sealing.keep(plain, place, ({ keyId, nonce, ciphertext }) =>
        client.query(
          `update ${boxes.table} set key_id = $2, nonce = $3, ciphertext = $4 where ${boxes.id} = $1`,
          [row.id, keyId, nonce, ciphertext],
        ),
      )
      done += 1
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error
      unreadable.push(place)
    }
  }

  let after = ''
  for (;;) {
    const rows = await inTransaction(pool, async (client) => {
      const some = await takeSome(client, boxes, from.keyId, after)
      for (const row of some) await resealOne(client, row)
      return some
    })
    const last = rows.at(-1)
    if (!last) return { done, unreadable }
    after = last.id
    onDone(rows.length)
  }
}
