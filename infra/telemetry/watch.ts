import { type Link, ROOT_CONTEXT, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { AppendResult } from '../../shared/ports/event-store.ts'
import type { Outcome } from '../../shared/ports/query-log.ts'
import * as observed from '../observation/index.ts'
import { provideTraceparent } from '../observation/traceparent.ts'
import { spanning } from './spans.ts'
import { continued, placeOf, traceparentHere } from './trace-context.ts'

/** Events of a batch may come from as many requests; links beyond these are left out. */
const mostLinks = 64
const mostTypes = 8

const distinct = (values: readonly (string | undefined)[], most: number): readonly string[] =>
  [...new Set(values.filter((value) => value !== undefined))].slice(0, most)

/** To the requests whose events these are. */
const linksTo = (events: readonly RecordedEvent[]): readonly Link[] =>
  distinct(
    events.map(({ metadata }) => metadata.traceparent),
    mostLinks,
  ).flatMap((traceparent) => {
    const context = placeOf(traceparent)
    return context ? [{ context }] : []
  })

const typesOf = (events: readonly { readonly type: string }[]): string[] => [
  ...distinct(
    events.map(({ type }) => type),
    mostTypes,
  ),
]

/** Makes spans of all that goes on; answers how to stop. */
export const watchAll = (tracer: Tracer): (() => void) => {
  const span = spanning(tracer)
  const ends = [
    observed.requests.watch(
      span({
        begun: ({ method, route, requestId, headers }) => ({
          name: `${method} ${route}`,
          kind: 'SERVER',
          parent: continued(headers.traceparent),
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'request.id': requestId,
          },
        }),
        ended: (it, { response: { statusCode } }) => {
          it.setAttribute('http.response.status_code', statusCode)
          if (statusCode >= 500) it.setStatus({ code: SpanStatusCode.ERROR })
        },
      }),
    ),
    observed.commands.watch(
      span({
        begun: ({ category, command }) => ({
          name: `command ${command}`,
          attributes: { 'event_store.category': category },
        }),
      }),
    ),
    observed.appends.watch(
      span({
        begun: ({ category, events }) => ({
          name: 'append',
          kind: 'CLIENT',
          attributes: {
            'event_store.category': category,
            'event_store.events': events.length,
            'event_store.types': typesOf(events),
          },
        }),
        ended: (it, _, { status, position }: AppendResult) =>
          it.setAttributes({
            'event_store.outcome': status,
            'event_store.position': String(position),
          }),
      }),
    ),
    observed.waits.watch(
      span<void, boolean>({
        isPart: true,
        begun: () => ({ name: 'wait for read models' }),
        ended: (it, _, isInTime) => it.setAttribute('in_time', isInTime),
      }),
    ),
    observed.queries.watch(
      span({
        begun: ({ engine, databaseId, context }) => ({
          name: `query ${engine}`,
          kind: 'CLIENT',
          attributes: { 'db.system.name': engine, 'database.id': databaseId, context },
        }),
        ended: (it, _, { status, rows, errorType }: Outcome) => {
          it.setAttributes({ status, rows, ...(errorType && { 'error.type': errorType }) })
          if (status === 'failed') it.setStatus({ code: SpanStatusCode.ERROR })
        },
      }),
    ),
    observed.batches.watch(
      span({
        begun: ({ events }) => ({
          name: 'project batch',
          kind: 'CONSUMER',
          parent: ROOT_CONTEXT,
          links: linksTo(events),
          attributes: {
            'event_store.events': events.length,
            'event_store.types': typesOf(events),
            'event_store.position': String(events.at(-1)?.position ?? ''),
          },
        }),
      }),
    ),
    observed.reactions.watch(
      span({ begun: ({ reactor }) => ({ name: `reactor ${reactor}`, parent: ROOT_CONTEXT }) }),
    ),
    provideTraceparent(traceparentHere),
  ]
  return () => {
    for (const end of ends) end()
  }
}
