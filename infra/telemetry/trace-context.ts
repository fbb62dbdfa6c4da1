import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type SpanContext, TraceFlags, trace } from '@opentelemetry/api'
import { isTraceparent } from '../observation/traceparent.ts'

/** The trace a piece of work is part of, however long it takes. */
export const here = new AsyncLocalStorage<Context>()

/** A place in a trace of another process, or of one before; undefined for what is none. */
export const placeOf = (traceparent: unknown): SpanContext | undefined => {
  if (!isTraceparent(traceparent)) return undefined
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

/** What a caller's own trace goes on with; a trace begins where there is none. */
export const continued = (traceparent: unknown): Context => {
  const place = placeOf(traceparent)
  return place ? trace.setSpanContext(ROOT_CONTEXT, place) : ROOT_CONTEXT
}

/** This place, where its trace is kept: nobody looks for one that is not. */
export const traceparentHere = (): string | undefined => {
  const place = trace.getSpanContext(here.getStore() ?? ROOT_CONTEXT)
  if (!place || (place.traceFlags & TraceFlags.SAMPLED) === 0) return undefined
  return `00-${place.traceId}-${place.spanId}-01`
}
