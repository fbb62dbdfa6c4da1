import type { ClientBase, ClientConfig } from 'pg'

/** A host that vanished says no farewell; the network is asked about one that is quiet. */
export const ownKeepAlive: ClientConfig = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Milliseconds the server has to answer. */
const answerTimeout = 5_000

const keepAlive = {
  text: `set tcp_keepalives_idle = 10;
set tcp_keepalives_interval = 5;
set tcp_keepalives_count = 3`,
  query_timeout: answerTimeout,
}

/**
 * Has the server end this session, and with it the locks it holds, some 25 s after the host of its
 * process is gone. Statements, since poolers refuse connections whose options they do not know. On
 * a Unix socket they mean nothing.
 */
export const noticeLoss = async (client: ClientBase): Promise<void> => {
  await client.query(keepAlive)
}
