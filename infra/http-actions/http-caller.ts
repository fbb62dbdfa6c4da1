import { lookup as systemLookup } from 'node:dns/promises'
import type { Socket } from 'node:net'
import { headersProblem } from '../../shared/http-call/headers.ts'
import type { HttpCall, HttpCaller, HttpOutcome } from '../../shared/ports/http-caller.ts'
import { connect } from './connect.ts'
import { exchange, UnusableAnswer } from './exchange.ts'
import { type Target, type TargetOptions, targetOf } from './target.ts'

export type HttpCallerOptions = Omit<TargetOptions, 'lookup'> & {
  /** Names this service to those it calls. */
  readonly userAgent: string
  readonly lookup?: TargetOptions['lookup']
  /** Of the whole call, from the name to the last byte of the answer. */
  readonly timeoutMs?: number
  /** Of an answer's body. */
  readonly maxBytes?: number
}

const oneMebibyte = 1024 * 1024

const failed = (reason: string, mayHaveActed: boolean): HttpOutcome => ({
  kind: 'failed',
  reason,
  mayHaveActed,
})

/** Resolves when the signal aborts; it goes with the signal. */
const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

/**
 * Each call has a connection of its own, to an address that was checked, and is made once. Proxies
 * that the environment names are none of ours: they would resolve names anew.
 */
export const httpCaller = (options: HttpCallerOptions): HttpCaller => {
  const { userAgent, timeoutMs = 10_000, maxBytes = oneMebibyte } = options
  const lookup =
    options.lookup ?? ((host: string) => systemLookup(host, { all: true, verbatim: true }))

  const overConnection = async (
    call: HttpCall,
    target: Target,
    signal: AbortSignal,
    ended: () => string | undefined,
  ): Promise<HttpOutcome> => {
    let socket: Socket
    try {
      socket = await connect(target, signal)
    } catch {
      const isSecure = target.url.protocol === 'https:'
      const why = isSecure
        ? 'No connection could be made that its certificate vouches for.'
        : 'No connection could be made.'
      return failed(ended() ?? why, false)
    }
    try {
      return await exchange(socket, call, { url: target.url, userAgent, maxBytes, signal })
    } catch (error) {
      const why =
        error instanceof UnusableAnswer
          ? error.message
          : 'The connection broke before the answer was complete.'
      return failed(ended() ?? why, true)
    }
  }

  return {
    call: async (call, { signal: caller }) => {
      const headers = headersProblem(call.headers)
      if (headers !== undefined) return { kind: 'refused', reason: headers }
      const timeout = AbortSignal.timeout(timeoutMs)
      const signal = AbortSignal.any([caller, timeout])
      const ended = () => {
        if (caller.aborted) return 'The call was cancelled.'
        return timeout.aborted ? `There was no answer within ${timeoutMs / 1_000} s.` : undefined
      }
      const target = await Promise.race([
        targetOf(call.url, { ...options, lookup }),
        aborted(signal),
      ])
      if (target === undefined) return failed(ended() ?? '', false)
      if ('refused' in target) return { kind: 'refused', reason: target.refused }
      return overConnection(call, target, signal, ended)
    },
  }
}
