import { randomUUID } from 'node:crypto'
import { sealed } from '../../shared/events/event-type.ts'
import { eventTypeOf } from '../../shared/events/index.ts'
import type { Message } from '../../shared/kernel/decider.ts'
import type { RecordedEvent } from '../../shared/kernel/event.ts'

/** 09:00 and so many seconds, of a day long enough ago. */
export const at = (seconds: number): string =>
  new Date(Date.UTC(2026, 0, 2, 9, 0, seconds)).toISOString()

/** An event as the store would answer it: the n-th of a log in which every second brings one. */
export const recorded = (
  message: Message,
  n = 1,
  extra: Partial<RecordedEvent> = {},
): RecordedEvent => ({
  id: randomUUID(),
  schemaVersion: eventTypeOf(message.type)?.version ?? 1,
  metadata: {
    $correlationId: randomUUID(),
    $causationId: randomUUID(),
    actor: { kind: 'system', name: 'test' },
  },
  stream: 'some-stream',
  revision: n - 1,
  position: BigInt(n),
  recordedAt: at(n),
  ...message,
  ...extra,
})

/** Personal data as tests seal it, and how they open it. */
export const seal = (plain: string) => sealed.parse(`sealed ${plain}`)
export const reveal = (_userId: number, text: string): string => text.replace(/^sealed /, '')
