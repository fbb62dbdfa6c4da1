import { PassThrough, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { sinkInto } from '../../../infra/http/sink-into.ts'

describe('a sink into a stream', () => {
  test('waits while the stream is full', async () => {
    const stream = new PassThrough({ highWaterMark: 10 })
    const sink = sinkInto(stream)
    let sent = false
    const sending = sink(Buffer.alloc(20)).then(() => {
      sent = true
    })
    await delay(10)
    expect(sent).toBe(false)
    stream.resume()
    await sending
    expect(stream.listenerCount('close') + stream.listenerCount('drain')).toBeLessThan(3)
  })

  test('rejects when the stream is closed, before or while it waits', async () => {
    const stream = new PassThrough({ highWaterMark: 10 })
    const sink = sinkInto(stream)
    const sending = sink(Buffer.alloc(20))
    stream.destroy()
    await expect(sending).rejects.toThrow('The reader went away.')
    await expect(sink(Buffer.alloc(1))).rejects.toThrow('The reader went away.')
  })

  test('rejects when the stream fails', async () => {
    const failing = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => done(new Error('EPIPE')),
    })
    await expect(sinkInto(failing)(Buffer.alloc(20))).rejects.toThrow('The reader went away.')
  })
})
