import type { IdSequences } from '../../../../shared/ports/id-sequences.ts'
import type { Idempotency } from '../../../../shared/ports/idempotency.ts'
import type { Sessions } from '../../../../shared/ports/sessions.ts'
import type { Wire } from '../wire.ts'
import type { Servers } from '../world/servers.ts'

type Methods = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>

/** A port whose every method is a call over a wire. */
const over = <P extends object>(wire: Wire, name: string, port: P): P =>
  Object.fromEntries(
    Object.entries(port as Methods).map(([method, work]) => [
      method,
      (...given: never[]) => wire(`${name}.${method}`, () => work(...given)),
    ]),
  ) as P

/** What is no event, as a process has it. */
export const wiredSideTables = (
  servers: Servers,
  wire: Wire,
): { ids: IdSequences; idempotency: Idempotency; sessions: Sessions } => {
  const idempotency = over(wire, 'idempotency', servers.idempotency)
  return {
    ids: over(wire, 'ids', servers.ids),
    sessions: over(wire, 'sessions', servers.sessions),
    idempotency,
  }
}
