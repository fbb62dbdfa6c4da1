import type { Writable } from 'node:stream'

const drained = (writable: Writable): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (done: () => void) => () => {
      writable.off('drain', onDrain).off('close', onClose).off('error', onClose)
      done()
    }
    const onDrain = settle(resolve)
    const onClose = settle(() => reject(new Error('The reader went away.')))
    writable.once('drain', onDrain).once('close', onClose).once('error', onClose)
  })

/** A sink into a stream, for example the response; holds back while its buffer is full. */
export const sinkInto =
  (writable: Writable): ((chunk: Uint8Array | string) => Promise<void>) =>
  async (chunk) => {
    if (writable.destroyed) throw new Error('The reader went away.')
    if (!writable.write(chunk)) await drained(writable)
  }
