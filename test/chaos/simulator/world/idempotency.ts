import { derivedUuid } from '../../../../command-service/event-ids.ts'
import type { Idempotency, StoredAnswer } from '../../../../shared/ports/idempotency.ts'

type Kept = {
  readonly hash: string
  readonly commandId: string
  /** Undefined once it was released. */
  begunAt: number | undefined
  answer: StoredAnswer | undefined
}

/** A request without an answer counts as cut short after so many milliseconds. */
const staleMs = 60_000

const namespace = '6f1c3c5e-8a0e-4f0e-9b5a-2d7f7c1b9a10'

/** The keys of all processes, as the table `side.idempotency` keeps them. */
export const createIdempotency = (now: () => number): Idempotency => {
  const byKey = new Map<string, Kept>()
  const byCommand = new Map<string, Kept>()
  const drawn = new Map<string, readonly number[]>()

  const take = (name: string, hash: string): Kept => {
    const commandId = derivedUuid(namespace, name)
    const kept: Kept = { hash, commandId, begunAt: now(), answer: undefined }
    byKey.set(name, kept)
    byCommand.set(commandId, kept)
    return kept
  }

  return {
    begin: async (scope, key, hash) => {
      const name = `${scope} ${key}`
      const kept = byKey.get(name)
      if (!kept) return { kind: 'run', commandId: take(name, hash).commandId }
      if (kept.hash !== hash) return { kind: 'mismatch' }
      if (kept.answer) return { kind: 'replay', answer: kept.answer }
      if (kept.begunAt !== undefined && kept.begunAt > now() - staleMs) return { kind: 'busy' }
      kept.begunAt = now()
      return { kind: 'run', commandId: kept.commandId }
    },
    finish: async (commandId, answer) => {
      const kept = byCommand.get(commandId)
      if (kept) kept.answer ??= answer
    },
    release: async (commandId) => {
      const kept = byCommand.get(commandId)
      if (kept && !kept.answer) kept.begunAt = undefined
    },
    remembered: async (commandId, slot, draw) => {
      const name = `${commandId} ${slot}`
      const ids = drawn.get(name) ?? (await draw())
      const first = drawn.get(name) ?? ids
      drawn.set(name, first)
      return first
    },
  }
}
