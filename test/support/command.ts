import { randomUUID } from 'node:crypto'
import { derivedUuid } from '../../command-service/event-ids.ts'
import { createExecutor, type Envelope } from '../../command-service/execute.ts'
import { sealed } from '../../shared/events/event-type.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { IdKind, IdSequences } from '../../shared/ports/id-sequences.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import { reveal } from './recorded.ts'

/** An executor for one request; the same command id again is the same request again. */
export const executorOn = (store: EventStore, envelope: Partial<Envelope> = {}) =>
  createExecutor(store, {
    actor: { kind: 'system', name: 'test' },
    commandId: randomUUID(),
    ...envelope,
  })

/** A store that calls `before` ahead of each append; what it throws, the append throws. */
export const tapAppends = (
  store: EventStore,
  before: (stream: string) => Promise<void>,
): EventStore => ({
  ...store,
  append: async (stream, expected, events) => {
    await before(stream)
    return store.append(stream, expected, events)
  },
})

/** A store whose first append to a stream of that kind is written, and its answer lost. */
export const losingOneAnswer = (store: EventStore, category: string): EventStore => {
  let lost = false
  return {
    ...store,
    append: async (stream, expected, events) => {
      const result = await store.append(stream, expected, events)
      if (lost || !stream.startsWith(category)) return result
      lost = true
      throw new Error('the answer was lost')
    },
  }
}

/** 1, 2, 3 … for each kind. */
export const countingIds = (): IdSequences => {
  const last = new Map<IdKind, number>()
  const next = async (kind: IdKind) => {
    const id = (last.get(kind) ?? 0) + 1
    last.set(kind, id)
    return id
  }
  return {
    next,
    take: async (kind, count) => Promise.all(Array.from({ length: count }, () => next(kind))),
  }
}

/** Personal data that anybody can read; sealed anew each time, as real seals are. */
export const plainPersonalData = (): PersonalData => {
  let seals = 0
  return {
    seal: async (_userId, plain) => sealed.parse(`sealed ${plain}#${seals++}`),
    unlock: async () => (userId, text) => reveal(userId, text).replace(/#\d+$/, ''),
  }
}

/** What user commands need, with nothing behind it. */
export const userDependencies = (now = () => new Date()) => {
  const passwords = new Map<number, string>()
  return {
    emailKeys: { of: (email: string) => derivedUuid(randomNamespace, email) },
    personalData: plainPersonalData(),
    passwords: {
      set: async (userId: number, password: string) => void passwords.set(userId, password),
      match: async (userId: number | undefined, password: string) =>
        userId !== undefined && passwords.get(userId) === password,
    },
    passwordProblem: () => undefined,
    now,
  }
}

const randomNamespace = randomUUID()
