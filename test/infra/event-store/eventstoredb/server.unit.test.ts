import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { afterAll, describe, expect, test } from '@jest/globals'
import { eventStoreDb } from '../../../../infra/event-store/eventstoredb/event-store.ts'
import { collect, idsOf, someEvents, someStream } from '../../../support/events.ts'
import { startEventStoreDb } from '../../../support/eventstoredb/server.ts'

/* What the tests stand on: the server does as EventStoreDB does to the client as it is. */
describe('the client as it comes', () => {
  const some = (count: number) =>
    Array.from({ length: count }, () => jsonEvent({ type: 'Seen', data: {} }))

  test('appends in one call for all, is answered duplicates as it was first, and conflicts', async () => {
    const server = await startEventStoreDb()
    const client = EventStoreDBClient.connectionString(server.url)
    try {
      const [stream, events] = [someStream(), some(2)]
      const append = () => client.appendToStream(stream, events, { expectedRevision: NO_STREAM })
      const first = await append()
      expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n })
      expect(await append()).toEqual(first)
      server.faults.plan('batch-append', 'position-unknown')
      expect(await append()).toEqual({ ...first, position: undefined })
      expect(server.log.stream(stream)).toHaveLength(2)
      await expect(
        client.appendToStream(stream, some(1), { expectedRevision: 0n }),
      ).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 1n })
      expect(server.faults.count('batch-append')).toBe(4)
    } finally {
      await client.dispose()
      server.stop()
    }
  })

  test('has batches told that they are late where clocks differ: the adapter sends none', async () => {
    const minute = 60_000
    let skew = 0
    const server = await startEventStoreDb({ now: () => Date.now() + skew })
    const client = EventStoreDBClient.connectionString(server.url)
    const store = eventStoreDb({ url: server.url })
    const deadline = minute / 2
    try {
      const append = (stream: string) => client.appendToStream(stream, some(1), { deadline })
      const written = async () => {
        const stream = someStream()
        expect(await store.append(stream, 'no_stream', someEvents(1))).toMatchObject({
          status: 'ok',
        })
        const [event] = await collect(store.readStream(stream))
        return Date.parse(event?.recordedAt ?? '') - Date.now()
      }
      // Behind: a batch has longer than it asked for, and nobody notices.
      skew = -minute
      await expect(append(someStream())).resolves.toMatchObject({ success: true })
      expect(await written()).toBeLessThan(-deadline)
      // Ahead of the deadline: no batch is ever in time.
      skew = minute
      const late = someStream()
      await expect(append(late)).rejects.toMatchObject({ type: 'deadline-exceeded' })
      expect(server.log.stream(late)).toEqual([])
      expect(await written()).toBeGreaterThan(deadline)
    } finally {
      await Promise.all([client.dispose(), store.close()])
      server.stop()
    }
  })

  test('keeps for good that it failed to ask what the server can do', async () => {
    const server = await startEventStoreDb()
    const client = EventStoreDBClient.connectionString(server.url)
    try {
      server.faults.plan('features', { code: status.INTERNAL })
      for (let turn = 0; turn < 2; turn += 1)
        await expect(client.appendToStream(someStream(), some(1))).rejects.toMatchObject({
          code: status.INTERNAL,
        })
      expect(server.faults.count('features')).toBe(1)
    } finally {
      await client.dispose()
      server.stop()
    }
  })
})

describe('the server as a process', () => {
  const home = mkdtempSync(join(tmpdir(), 'eventstoredb-'))
  const file = join(home, 'log')
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(home, { recursive: true })
  })

  const support = join(import.meta.dirname, '../../../support')
  const run = async (script: string, ...args: readonly string[]) => {
    const child = spawn(
      process.execPath,
      ['--import', join(support, 'run-typescript.mjs'), join(support, script), ...args],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    children.push(child)
    const exited = once(child, 'exit')
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    return { child, exited, line: String(value) }
  }

  test('is killed and has what it acknowledged; a process that closes its store ends', async () => {
    const first = await run('eventstoredb/serve.ts', '0', file)
    const store = eventStoreDb({ url: first.line })
    const [stream, events] = [someStream(), someEvents(50)]
    await store.append(stream, 'no_stream', events)
    const following = await run('eventstoredb/follow-once.ts', first.line)
    expect(following.line).toBe(events[0]?.id)
    expect(await following.exited).toEqual([0, null])
    first.child.kill('SIGKILL')
    await first.exited
    // The half of a record that a crash left.
    appendFileSync(file, '{"position":')
    const port = new URL(first.line).port
    const second = await run('eventstoredb/serve.ts', port, file)
    expect(second.line).toBe(first.line)
    expect(idsOf(await collect(store.readStream(stream)))).toEqual(idsOf(events))
    expect(await store.append(stream, 49, someEvents(1))).toMatchObject({ revision: 50 })
    await store.close()
  })
})
