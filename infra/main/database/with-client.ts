import pg from 'pg'
import { noticeLoss, ownKeepAlive } from '../../postgres/notice-loss.ts'

/** How the owner reaches one of the server's databases. */
export type Connect = (database: string) => pg.ClientConfig

/** Runs work on a connection of its own. */
export const withClient = async <T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ ...config, ...ownKeepAlive })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await noticeLoss(client)
    return await work(client)
  } finally {
    await client.end()
  }
}
