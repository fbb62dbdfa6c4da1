import pg from 'pg'
import type { Storage } from '../../infra/main/storage.ts'

/** Does to a service's database what no login of the service itself may do. */
export const asOwner = async (
  { owner }: Pick<Storage, 'owner'>,
  ...statements: readonly string[]
): Promise<void> => {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
