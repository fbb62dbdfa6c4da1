import type { IncomingHttpHeaders } from 'node:http'
import { derivedUuid } from '../../../../command-service/event-ids.ts'
import { createExecutor } from '../../../../command-service/execute.ts'
import { initialise } from '../../../../command-service/initialise.ts'
import { accessHistories } from '../../../../infra/access/access-histories.ts'
import { admitted, authenticate } from '../../../../infra/http/access.ts'
import { errorAnswer } from '../../../../infra/http/errors.ts'
import { type Call, type Mounted, textOf } from '../../../../infra/http/pipeline.ts'
import { parseRequest } from '../../../../infra/http/validate.ts'
import { mountCommand } from '../../../../infra/main/command-side.ts'
import { mountQuery } from '../../../../infra/main/query-side.ts'
import { positionWaiter } from '../../../../infra/read-models/position-waiter.ts'
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts'
import { Refusal } from '../../../../shared/kernel/refusal.ts'
import type { Reply } from '../../ledger.ts'
import { wireOf } from '../wire.ts'
import { plainTables } from '../world/plain-tables.ts'
import { wiredEventStore } from './event-store.ts'
import type { Place } from './place.ts'
import { asViews, readsWith } from './reads.ts'
import { founder, routesWith } from './routes.ts'
import { wiredSideTables } from './side-tables.ts'

/** A request as it is sent. */
export type Request = {
  readonly endpoint: AnyEndpoint
  readonly params: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
  readonly requestId: string
}

export type CommandProcess = {
  /** Never resolves where the process ends before it has answered. */
  answer(request: Request): Promise<Reply>
  illness(): string | undefined
}

/** Milliseconds for which a write, or a read of what was written, waits for the read models. */
const waitMs = 2_000

/** Milliseconds between two tries to start. */
const startMs = 500

const starts = '0d6b1d8e-4c55-4c1c-b1f6-5f0b0f6f2b7d'

/** A process that takes requests: the service's own command side on simulated servers. */
export const startCommandProcess = (place: Place): CommandProcess => {
  const { hints, life, random, servers, trace, name } = place
  const wire = wireOf(place)
  const bus = hints.join(life)
  const eventStore = wiredEventStore(place, wire, bus)
  const { ids, idempotency, sessions } = wiredSideTables(servers, wire)
  const histories = accessHistories(eventStore)
  const reads = readsWith(histories)
  const readCheckpoint = async () => ({
    rows: [{ position: String(servers.readModels.checkpoint()) }],
  })
  const pool = { query: () => wire('read the checkpoint', readCheckpoint) }
  const progress = positionWaiter(pool as never, bus, life.after)
  const views = asViews(() => wire('read rows', async () => servers.readModels.tables))
  const pause = () => life.pass(random.between(0, 80))

  const commands = mountCommand({
    ...{ eventStore, ids, idempotency, sessions, progress, waitMs, pause, reads, views },
    withDecidedViews: (upTo, read) =>
      read(asViews(() => wire('fold the log', () => plainTables(servers.eventStore, upTo)))),
  })
  const queries = mountQuery({ views, progress, waitMs })
  const mounted = new Map<AnyEndpoint, Mounted>(
    [...routesWith({ place, sessions, histories }).map(commands), ...reads.map(queries)].map(
      (it) => [it.endpoint, it],
    ),
  )

  let isReady = false
  const start = async () => {
    while (!isReady) {
      const commandId = derivedUuid(starts, `${name} ${random.next()}`)
      const envelope = { actor: { kind: 'system', name: 'start' }, commandId } as const
      try {
        await initialise(
          founder.dependencies(place),
          createExecutor(eventStore, envelope, pause),
          ids,
          founder.admin,
        )
        isReady = true
      } catch (error) {
        trace.note(name, `cannot start: ${error instanceof Error ? error.message : error}`)
        await life.pass(startMs)
      }
    }
  }
  void start()

  const handle = async ({ endpoint, params, headers, body, requestId }: Request) => {
    if (!isReady) throw new Refusal('unavailable', 'Not ready yet.', { retryAfter: 1 })
    const route = mounted.get(endpoint)
    if (!route) throw new Error(`nobody answers ${endpoint.method} ${endpoint.path}`)
    const doors = { sessions, apiKeys: { authenticate: async () => undefined } }
    const session = admitted(endpoint, await authenticate(doors, headers, endpoint), params.id)
    const parsed = parseRequest(endpoint, { params, query: {}, body })
    return route.answer({
      endpoint,
      request: parsed as Call['request'],
      session,
      requestId,
      address: '192.0.2.1',
      signal: new AbortController().signal,
      afterwards: () => undefined,
      header: (key) => {
        const value = headers[key]
        return typeof value === 'string' ? value : undefined
      },
      bodyBytes: Buffer.from(JSON.stringify(body) ?? ''),
      path: `${endpoint.path} ${JSON.stringify(params)}`,
    })
  }

  return {
    illness: () => (isReady ? undefined : 'not ready'),
    answer: async (request) => {
      try {
        const answer = await handle(request)
        const { status, headers: { 'X-Event-Position': position } = {} } = answer
        const text = textOf(answer)
        const body = text === undefined ? undefined : JSON.parse(text)
        return { kind: 'answered', status, body, ...(position !== undefined && { position }) }
      } catch (error) {
        const { status, body } = errorAnswer(error)
        if (status === 500)
          trace.note(name, `a bug: ${error instanceof Error ? error.stack : error}`)
        return { kind: 'answered', status, body }
      }
    },
  }
}
