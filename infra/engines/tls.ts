import type { ConnectionDetails } from '../../shared/ports/engine-driver.ts'

/** One way to open a connection: in the clear, or under TLS with as much proof as asked for. */
export type TlsPlan =
  | 'plain'
  | { readonly verify: 'nothing' | 'chain' | 'chain-and-name'; readonly ca?: string }

type SslMode = NonNullable<ConnectionDetails['ssl-mode']>

/** As libpq has it: a root certificate raises `require` to `verify-ca`. */
const plansByMode: Record<SslMode, (encrypted: TlsPlan, ca: { ca?: string }) => TlsPlan[]> = {
  allow: (encrypted) => ['plain', encrypted],
  prefer: (encrypted) => [encrypted, 'plain'],
  require: (encrypted) => [encrypted],
  'verify-ca': (_encrypted, ca) => [{ verify: 'chain', ...ca }],
  'verify-full': (_encrypted, ca) => [{ verify: 'chain-and-name', ...ca }],
}

/** The ways to try, in order. */
export const tlsPlans = (details: ConnectionDetails): readonly TlsPlan[] => {
  const mode = details['ssl-mode']
  if (details.ssl === false || (details.ssl === undefined && mode === undefined)) return ['plain']
  const root = details['ssl-root-cert']
  const ca = root === undefined ? {} : { ca: root }
  return plansByMode[mode ?? 'require']({ verify: root ? 'chain' : 'nothing', ...ca }, ca)
}
