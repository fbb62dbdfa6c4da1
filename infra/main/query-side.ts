import type { QueryContext, QueryRoute, Views } from '../../query-service/context.ts'
import { JsonText, notModified } from '../../shared/contract/answer.ts'
import { type Download, type Instead, noContent } from '../../shared/contract/endpoint.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { ProjectionProgress } from '../../shared/ports/projection-progress.ts'
import { namesTag } from '../http/entity-tag.ts'
import type { Answer, Call, Mounted } from '../http/pipeline.ts'

export type QuerySideDependencies = {
  readonly views: Views
  readonly progress: ProjectionProgress
  /** How long a read waits for a write it must see. */
  readonly waitMs: number
}

/** `X-At-Least-Position` is what a write answered as `X-Event-Position`; anything else is refused. */
const positionOf = (text: string | undefined): bigint | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,19}$/.test(text))
    throw new Refusal('validation', 'X-At-Least-Position is not a position of ours.')
  return BigInt(text)
}

type Asking = Pick<Call, 'header' | 'session'>

/** The position this read must not be behind: what its session or its caller has seen written. */
const leastPosition = (call: Asking): bigint | undefined => {
  const asked = positionOf(call.header('x-at-least-position'))
  const pending = call.session?.pendingPosition
  if (asked === undefined || pending === undefined) return asked ?? pending
  return asked > pending ? asked : pending
}

/** Waits until the read may go ahead; answers a position it can count on, if one is known. */
export const waitFor = async (
  call: Asking,
  { progress, waitMs }: Pick<QuerySideDependencies, 'progress' | 'waitMs'>,
) => {
  const checkpoint = call.session?.checkpoint
  const least = leastPosition(call)
  if (least === undefined || least <= (checkpoint ?? -1n)) return checkpoint
  if (await progress.reached(least, waitMs)) return least
  throw new Refusal('projection-lag', 'Readers are behind; try again in a moment.', {
    retryAfter: 1,
  })
}

/** Mounts a route of the query service. */
export const mountQuery =
  (dependencies: QuerySideDependencies) =>
  (route: QueryRoute): Mounted => ({
    endpoint: route.endpoint,
    answer: async (call): Promise<Answer> => {
      const position = await waitFor(call, dependencies)
      const headers: Record<string, string> = {}
      const context: QueryContext = {
        actor: call.session?.actor,
        views: dependencies.views,
        position,
        signal: call.signal,
        afterwards: call.afterwards,
        header: (name, value) => {
          headers[name] = value
        },
        isCurrent: (tag) => {
          headers.ETag = tag
          return namesTag(call.header('if-none-match'), tag)
        },
      }
      const result = await route.handle(call.request, context)
      return toAnswer(route.endpoint.response, result, headers)
    },
  })

const isInstead = (result: unknown): result is Instead =>
  typeof result === 'object' && result !== null && 'instead' in result

/** What a handler answered, as HTTP has it. */
export const toAnswer = (
  response: unknown,
  result: unknown,
  headers: Readonly<Record<string, string>>,
): Answer => {
  if (isInstead(result)) return { status: 200, headers, body: result.instead }
  if (response === noContent || result === undefined) return { status: 204, headers }
  if (result === notModified) return { status: 304, headers }
  if (result instanceof JsonText) return { status: 200, headers, text: result.text }
  if (typeof response === 'object' && response !== null && 'kind' in response)
    return { status: 200, headers, download: result as Download }
  return { status: 200, headers, body: result }
}
