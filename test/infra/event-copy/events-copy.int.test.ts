import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { memoryEventStore } from '../../../infra/event-store/memory.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { type CopyLab, copyLab } from '../../support/copy-lab.ts'
import { collect, someEvent, someEvents } from '../../support/events.ts'

let lab: CopyLab
beforeEach(async () => {
  lab = await copyLab()
})
afterEach(() => lab.drop())

/** A store that goes away for good after so many appends; the last one's answer is lost. */
const mortal = (store: EventStore, appends: number): EventStore => {
  let left = appends
  return {
    ...store,
    async append(...args) {
      left -= 1
      if (left < 0) throw new Error('killed')
      const result = await store.append(...args)
      if (left === 0) throw new Error('killed')
      return result
    },
  }
}

describe('events copy', () => {
  test('resumes wherever it was killed, and keeps ids, streams, revisions, order and times', async () => {
    await lab.fill(12)
    for (const appends of [1, 2, 5, 9]) {
      const { problems } = await lab.copyThere([], { store: mortal(lab.eventStoreDb, appends) })
      expect(problems).toEqual(['killed.'])
    }
    const { out, problems } = await lab.copyThere()
    expect(problems).toEqual([])
    expect(out).toEqual([
      expect.stringMatching(/^48 events of 12 streams are equal in both, in the same order \(SHA/),
    ])
    const copied = await collect(lab.eventStoreDb.readAll())
    const there = copied.map(({ originalPosition: position, ...event }) => ({ ...event, position }))
    expect(there).toEqual(await collect(lab.postgres.readAll()))
    // Again: nothing to do, and nothing done.
    expect((await lab.copyThere()).out).toEqual(out)
    expect(await collect(lab.eventStoreDb.readAll())).toEqual(copied)
  })

  test('refuses a target that holds anything else', async () => {
    await lab.fill(2)
    const used = memoryEventStore()
    const foreign = someEvent()
    await used.append('other-1', 'no_stream', [foreign])
    const { problems } = await lab.copyThere([], { store: used })
    expect(problems.join()).toContain(`SomethingHappened ${foreign.id}, revision 0 of other-1`)
    expect(await collect(used.readAll())).toHaveLength(1)

    await lab.copyThere()
    await lab.eventStoreDb.append('other-1', 'no_stream', [foreign])
    expect((await lab.copyThere(['--switch'])).problems.join()).toContain('after the end of')
    // It was not switched to.
    await lab.postgres.append('thing-9', 'no_stream', [someEvent()])
  })

  test('says what it cannot do', async () => {
    expect((await lab.copyBack()).problems.join()).toContain('copy --from postgres')
    const store = { ...lab.eventStoreDb, append: lab.eventStoreDb.append }
    const asked = lab.copyThere(['--to', 'postgres'], { store })
    expect((await asked).problems).toEqual(['--from and --to name the same store.'])
  })

  test('notices a copy that is not what was copied', async () => {
    await lab.fill(3)
    const forgetful: EventStore = {
      ...lab.eventStoreDb,
      append: (stream, expected, events) =>
        lab.eventStoreDb.append(
          stream,
          expected,
          events.map((event) => ({ ...event, data: { n: 7 } })),
        ),
    }
    const { problems } = await lab.copyThere(['--switch'], { store: forgetful })
    expect(problems.join()).toContain('The target holds something else than the source')
    await lab.postgres.append('thing-9', 'no_stream', [someEvent()])
  })

  test('follows what is recorded until it is interrupted', async () => {
    await lab.fill(1)
    const interrupt = new AbortController()
    const following = new Promise<void>((resolve) => {
      const onNote = (line: string) => line.startsWith('Following') && resolve()
      void lab.copyThere(['--follow'], { signal: interrupt.signal, onNote }).then(() => ended())
    })
    let ended = () => undefined as unknown
    const end = new Promise<void>((resolve) => {
      ended = () => resolve()
    })
    await following
    await lab.postgres.append('later-1', 'no_stream', someEvents(3))
    const arrived = new AbortController()
    for await (const batch of lab.eventStoreDb.subscribe({ signal: arrived.signal }))
      if (batch.some(({ stream, revision }) => stream === 'later-1' && revision === 2)) break
    interrupt.abort(new Error('Interrupted'))
    await end
    expect((await lab.copyThere()).out.join()).toContain('5 events of 2 streams')
  })
})
