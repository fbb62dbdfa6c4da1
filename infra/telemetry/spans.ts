import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Watcher } from '../observation/operation.ts'
import { here } from './trace-context.ts'

/** What a span is told when its work begins. Never values, statements, names or addresses of people. */
export type Begun = {
  readonly name: string
  readonly kind?: keyof typeof SpanKind
  readonly attributes?: Attributes
  readonly links?: readonly Link[]
  /** Where it belongs; by default to the work it is part of. */
  readonly parent?: Context
}

type Describe<C, R> = {
  readonly begun: (context: C) => Begun
  /** What is known at its end. */
  readonly ended?: (span: Span, context: C, result: R) => void
  /** It is worth nothing by itself. */
  readonly isPart?: boolean
}

/** Of an error, its kind: what it says may quote what people wrote. */
const failed = (span: Span, error: unknown): void => {
  if (error instanceof Refusal) {
    span.setAttribute('refused', error.kind)
    if (error.kind !== 'unavailable') return
  }
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Goes around work with a span; work within is part of it. */
export const spanning =
  (tracer: Tracer) =>
  <C, R>({ begun, ended, isPart = false }: Describe<C, R>): Watcher<C, R> =>
  async (context, work) => {
    const around = here.getStore()
    if (isPart && !around) return work()
    const { name, kind = 'INTERNAL', parent = around ?? ROOT_CONTEXT, ...told } = begun(context)
    const { attributes = {}, links = [] } = told
    const options = { kind: SpanKind[kind], attributes, links: [...links] }
    const span = tracer.startSpan(name, options, parent)
    try {
      const result = await here.run(trace.setSpan(parent, span), work)
      ended?.(span, context, result)
      return result
    } catch (error) {
      failed(span, error)
      throw error
    } finally {
      span.end()
    }
  }
