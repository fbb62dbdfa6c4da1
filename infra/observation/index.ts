import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { RateClass } from '../../shared/contract/endpoint.ts'
import type { NewEvent, RecordedEvent } from '../../shared/kernel/event.ts'
import type { AppendResult } from '../../shared/ports/event-store.ts'
import type { Outcome } from '../../shared/ports/query-log.ts'
import { occurrence, operation } from './operation.ts'

/*
 * What goes on in this process. Ports are wrapped where they are made (beside this file), so that
 * neither the core nor an adapter knows who watches.
 */

/** `route` is the pattern of an endpoint. */
export const requests = operation<{
  readonly method: string
  readonly route: string
  readonly requestId: string
  readonly headers: IncomingHttpHeaders
  readonly response: ServerResponse
}>()

/** A file on its way to a client. */
export const downloads = operation<void, void>()

/** A command, decided over a stream of a category and appended; its name is that of its type. */
export const commands = operation<{ readonly category: string; readonly command: string }>()

export const appends = operation<
  { readonly category: string; readonly events: readonly NewEvent[] },
  AppendResult
>()

/** Troubles with the log that were got over: another try, another connection. */
export const logTroubles = occurrence<void>()

/** A wait until readers see as much; false where they did not in time. */
export const waits = operation<void, boolean>()

/** Events on their way into the read models. */
export const batches = operation<{ readonly events: readonly RecordedEvent[] }, void>()

/** A statement in a customer's database. `context` says why it runs. */
export const queries = operation<
  { readonly engine: string; readonly databaseId: number; readonly context: string },
  Outcome
>()

/** A piece of work of a reactor. */
export const reactions = operation<{ readonly reactor: string }>()

/** How much a reactor found to do. */
export const backlogs = occurrence<{ readonly reactor: string; readonly due: number }>()

/** A call over its limit. */
export const refusals = occurrence<{ readonly rate: RateClass; readonly by: 'address' | 'user' }>()
