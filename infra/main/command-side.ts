import { randomUUID } from 'node:crypto'
import type { CommandContext, CommandRoute } from '../../command-service/context.ts'
import { createExecutor, type Executor, type Pause } from '../../command-service/execute.ts'
import { type Settled, settle } from '../../command-service/settle.ts'
import type { QueryRoute, Views } from '../../query-service/context.ts'
import { ReadBack } from '../../shared/contract/route.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { EventActor } from '../../shared/kernel/event.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { IdKind, IdSequences } from '../../shared/ports/id-sequences.ts'
import type { Idempotency } from '../../shared/ports/idempotency.ts'
import type { ProjectionProgress } from '../../shared/ports/projection-progress.ts'
import type { Sessions } from '../../shared/ports/sessions.ts'
import type { Call, Mounted } from '../http/pipeline.ts'
import { idempotently } from './idempotently.ts'
import { observedExecutor } from './observed-executor.ts'
import { toAnswer } from './query-side.ts'
import { refuseUnseen } from './still-visible.ts'

export type CommandSideDependencies = {
  readonly eventStore: EventStore
  readonly ids: IdSequences
  readonly idempotency: Idempotency
  readonly sessions: Sessions
  readonly progress: ProjectionProgress
  readonly waitMs: number
  /** Between tries of a step that met others; the executor's own when absent. */
  readonly pause?: Pause
  /** Reads answer commands that say "what GET would answer". */
  readonly reads: readonly QueryRoute[]
  readonly views: Views
  /** Runs a read over the read models as they will be at a position readers have not reached. */
  readonly withDecidedViews: <T>(upTo: bigint, read: (views: Views) => Promise<T>) => Promise<T>
}

/** A dry run does nothing that a repetition could do twice. */
const isDryRun = ({ request }: Call): boolean => {
  const { query } = request as { readonly query: { readonly dry_run?: unknown } | undefined }
  return query?.dry_run === true
}

const asUser = ({ userId: id, apiKey }: Actor): EventActor => ({
  kind: 'user',
  id,
  ...(apiKey && { apiKey: apiKey.id }),
})

const actorOf = (call: Call): EventActor =>
  call.session ? asUser(call.session.actor) : { kind: 'anonymous' }

/**
 * Ids that a repeated command draws again instead of anew. Each kind is counted for itself: a step
 * that a repetition finds done, and draws nothing for, leaves the ids of other kinds as they were.
 */
const rememberedIds = (
  ids: IdSequences,
  idempotency: Idempotency,
  commandId: string,
): IdSequences => {
  const draws = new Map<IdKind, number>()
  const take = (kind: IdKind, count: number) => {
    const nth = draws.get(kind) ?? 0
    draws.set(kind, nth + 1)
    return idempotency.remembered(commandId, `${nth}.${kind}`, () => ids.take(kind, count))
  }
  return {
    take,
    next: async (kind) => {
      const [id] = await take(kind, 1)
      if (id === undefined) throw new Error(`no ${kind} id was given out`)
      return id
    },
  }
}

/** What a read shows to whoever makes this call. */
const readAs = (
  call: Call,
  views: Views,
  read: QueryRoute,
  { params, query = {} }: { readonly params: unknown; readonly query?: unknown },
) =>
  read.handle({ params, query, body: undefined } as never, {
    actor: call.session?.actor,
    views,
    signal: call.signal,
    afterwards: call.afterwards,
    position: undefined,
    header: () => undefined,
    isCurrent: () => false,
  })

/** Mounts a route of the command service. */
export const mountCommand = (dependencies: CommandSideDependencies) => {
  const readsByEndpoint = new Map(dependencies.reads.map((route) => [route.endpoint, route]))

  const answerOf = async (route: CommandRoute, result: unknown, call: Call, settled: Settled) => {
    if (!(result instanceof ReadBack)) return result
    const read = readsByEndpoint.get(result.endpoint)
    if (!read) throw new Error(`${route.endpoint.path} answers a read nobody serves`)
    const { params, query } = result
    const look = (views: Views) => readAs(call, views, read, { params, query })
    const { pending, position } = settled
    const answer =
      pending && position !== undefined
        ? await dependencies.withDecidedViews(position, look)
        : await look(dependencies.views)
    return result.pick(answer)
  }

  const run = async (route: CommandRoute, call: Call, commandId: string, keyed: boolean) => {
    const { eventStore, ids, idempotency, sessions, progress, waitMs, pause } = dependencies
    const envelope = { actor: actorOf(call), commandId, requestId: call.requestId }
    const executor: Executor = observedExecutor(createExecutor(eventStore, envelope, pause))
    const context: CommandContext = {
      actor: call.session?.actor,
      executor,
      commandId,
      ids: keyed ? rememberedIds(ids, idempotency, commandId) : ids,
      address: call.address,
      userAgent: call.header('user-agent'),
    }
    const result = await route.handle(call.request, context).catch(async (error) => {
      // That something is gone already must not be heard before it is gone for readers, too.
      const isGone = error instanceof Refusal && error.kind === 'not-found'
      const isRecorded = error instanceof Refusal && error.extras.isRecorded
      if (isGone || isRecorded) await settle(executor, progress, waitMs)
      throw error
    })
    const settled = await settle(executor, progress, waitMs)
    const headers: Record<string, string> = {}
    if (settled.position !== undefined) headers['X-Event-Position'] = settled.position.toString()
    if (settled.pending && settled.position !== undefined) {
      headers['X-Projection'] = 'pending'
      if (call.session)
        await sessions.awaitPosition(call.session.actor.sessionKey, settled.position)
    }
    return toAnswer(route.endpoint.response, await answerOf(route, result, call, settled), headers)
  }

  return (route: CommandRoute): Mounted => ({
    endpoint: route.endpoint,
    answer: async (call) => {
      const key = call.header('idempotency-key')
      const repeatable = route.endpoint.method === 'POST' || route.endpoint.method === 'PUT'
      // Keys belong to a session; without one a stranger could ask for somebody else's answer.
      if (key === undefined || !repeatable || !call.session || isDryRun(call))
        return run(route, call, randomUUID(), false)
      const { sessionKey } = call.session.actor
      const { idempotency, reads, views } = dependencies
      return idempotently(idempotency, call, sessionKey, key, {
        work: (commandId) => run(route, call, commandId, true),
        beforeReplay: (answer) =>
          refuseUnseen(reads, call, answer, (read, params) =>
            readAs(call, views, read, { params }),
          ),
      })
    },
  })
}
