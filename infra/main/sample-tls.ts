import type pg from 'pg'
import type { ConnectionDetails } from '../../shared/ports/engine-driver.ts'

type Tls = Pick<ConnectionDetails, 'ssl' | 'ssl-mode' | 'ssl-root-cert'>

/** The sample is on the same server as our own database: it is reached as safely. */
export const sampleTls = (databaseUrl: string, { ssl }: pg.ClientConfig): Tls => {
  if (typeof ssl !== 'object') return {}
  // Understood already, or there would be no TLS; a root certificate alone asks for all of it.
  const mode = new URL(databaseUrl).searchParams.get('sslmode') ?? 'verify-full'
  const root = typeof ssl.ca === 'string' ? { 'ssl-root-cert': ssl.ca } : {}
  return { ssl: true, 'ssl-mode': mode as Tls['ssl-mode'], ...root }
}
