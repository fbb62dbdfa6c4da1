import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { memoryEventStore } from '../../../infra/event-store/memory.ts'
import { categoryOf, observedEventStore } from '../../../infra/observation/event-store.ts'
import { batches } from '../../../infra/observation/index.ts'
import { occurrence, operation } from '../../../infra/observation/operation.ts'
import { isTraceparent, provideTraceparent } from '../../../infra/observation/traceparent.ts'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import { type EventStore, maxEventBytes } from '../../../shared/ports/event-store.ts'
import { readTree } from '../../support/imports.ts'

test('work is done as it is, and whoever watches is around it until they stop', async () => {
  const adding = operation<{ readonly by: number }, number>()
  const seen: unknown[] = []
  expect(await adding.run({ by: 1 }, async () => 1)).toBe(1)
  const watch = (name: string) =>
    adding.watch(async (context, work) => {
      seen.push([name, context.by])
      const result = await work().catch((error) => {
        seen.push([name, error.message])
        throw error
      })
      seen.push([name, result])
      return result
    })
  const stops = [watch('outer'), watch('inner')]
  expect(await adding.run({ by: 2 }, async () => 4)).toBe(4)
  expect(seen).toEqual([
    ['outer', 2],
    ['inner', 2],
    ['inner', 4],
    ['outer', 4],
  ])
  const failing = adding.run({ by: 3 }, () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(seen.slice(-2)).toEqual([
    ['inner', 'no'],
    ['outer', 'no'],
  ])
  for (const stop of stops) stop()
  const before = seen.length
  await adding.run({ by: 4 }, async () => 5)
  expect(seen).toHaveLength(before)
})

test('what happens is told to whoever listens, while they do', () => {
  const bell = occurrence<string>()
  const heard: string[] = []
  const stop = bell.watch((fact) => heard.push(fact))
  bell.happened('one')
  stop()
  bell.happened('two')
  expect(heard).toEqual(['one'])
})

test('streams are counted by what they are about, never by whom', () => {
  const streams = ['user-12', 'permissions-graph', 'group-name-0f3a', 'settings', '9', 'table-7']
  const categories = ['user', 'permissions-graph', 'group-name', 'settings', 'other', 'table']
  expect(streams.map(categoryOf)).toEqual(categories)
  expect(categoryOf('action-run-deadbeef-0000-4000-8000-abcdefabcdef')).toBe('action-run')
  expect(categoryOf(`email-${'abcdef'.repeat(10)}abcd`)).toBe('email')
})

test('a batch is worked on until the next one is asked for, and not done by whoever leaves', async () => {
  const events: readonly RecordedEvent[] = []
  async function* source() {
    yield events
    yield events
  }
  const store = observedEventStore({ subscribe: source } as unknown as EventStore)
  const ends: string[] = []
  const stop = batches.watch(async (_, work) => {
    const result = await work().catch((error) => {
      ends.push('failed')
      throw error
    })
    ends.push('done')
    return result
  })
  const signal = new AbortController().signal
  const apply = async () => {
    let count = 0
    for await (const _ of store.subscribe({ signal })) {
      expect(ends).toHaveLength(count)
      if (count++ === 1) throw new Error('the second one cannot be applied')
    }
  }
  await expect(apply()).rejects.toThrow('the second one cannot be applied')
  expect(ends).toEqual(['done', 'failed'])
  stop()
})

test('events say where in a trace they were appended, unless that would make them too large', async () => {
  const store = observedEventStore(memoryEventStore())
  const place = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const event = (text: string) => ({
    ...{ id: randomUUID(), type: 'Noted', schemaVersion: 1, data: { text } },
    metadata: {
      ...{ $correlationId: 'c', $causationId: 'c', actor: { kind: 'anonymous' as const } },
    },
  })
  const bare = event('')
  const full = JSON.stringify(bare.data).length + JSON.stringify(bare.metadata).length
  const stop = provideTraceparent(() => place)
  await store.append('note-1', 'no_stream', [
    event('short'),
    event('x'.repeat(maxEventBytes - full)),
  ])
  stop()
  await store.append('note-1', 1, [event('untraced')])
  const places = []
  for await (const { metadata } of store.readStream('note-1')) places.push(metadata.traceparent)
  expect(places).toEqual([place, undefined, undefined])
})

test.each([
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', true],
  ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', false],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, false],
  [`00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`, false],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more', false],
  ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', false],
  [['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'], false],
  [undefined, false],
])('%s is a place in a trace: %s', (text, is) => expect(isTraceparent(text)).toBe(is))

test('code that traces is loaded by nobody but the one line that looks whether it is wanted', () => {
  const tree = readTree(['shared', 'command-service', 'query-service', 'projections', 'infra'])
  const importing = (what: RegExp) =>
    tree.filter(({ imports }) => imports.some((it) => what.test(it))).map(({ file }) => file)
  for (const file of importing(/^@opentelemetry\//)) expect(file).toMatch(/^infra\/telemetry\//)
  expect(importing(/^infra\/telemetry\/tracing/)).toEqual(['infra/telemetry/index.ts'])
  expect(
    importing(/^infra\/telemetry\//).filter((file) => !file.startsWith('infra/telemetry/')),
  ).toEqual(['infra/main/process.ts'])
  expect(tree.find(({ file }) => file === 'infra/telemetry/index.ts')?.imports).toEqual([
    ...['infra/config.ts', 'infra/telemetry/tracing.ts'],
  ])
})
