import { once } from 'node:events'
import type { ServerDuplexStream, ServerWritableStream } from '@grpc/grpc-js'

type WritableCall<Q, A> = ServerWritableStream<Q, A> | ServerDuplexStream<Q, A>

/** Aborts when the client has left. */
export const leavingOf = <Q, A>(call: WritableCall<Q, A>): AbortSignal => {
  const left = new AbortController()
  const abort = () => left.abort()
  if (call.cancelled) abort()
  call.once('cancelled', abort)
  call.once('close', abort)
  return left.signal
}

/**
 * Writes to a client as fast as it takes it: flow control is the client's.
 * @throws an AbortError when the client has left.
 */
export const writerTo =
  <Q, A>(call: WritableCall<Q, A>, left: AbortSignal) =>
  async (message: A): Promise<void> => {
    left.throwIfAborted()
    if (!call.write(message)) await once(call, 'drain', { signal: left })
  }
