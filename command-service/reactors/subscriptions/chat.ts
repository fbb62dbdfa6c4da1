import type { HttpCaller, HttpOutcome } from '../../../shared/ports/http-caller.ts'
import type { ChatReport } from '../../../shared/ports/reports.ts'
import { untilGivenUp } from '../until-given-up.ts'
import type { Delivery, Hold } from './delivery.ts'

/** What a chat is called in the record of who has had it. */
const chat = 'chat'

/** Where a message goes: a secret address, and the room it is for where the chat lets one choose. */
export type ChatPlace = { readonly url: string; readonly room: string | null }

const sent: Delivery = { outcome: 'sent', reason: null, sentTo: 1 }

const unknown: Delivery = {
  outcome: 'unknown',
  reason: 'Nobody knows whether the message arrived; it is not sent again, lest it come twice.',
  sentTo: 0,
}

const failed = (reason: string, afterMs?: number): Delivery => ({
  outcome: 'failed',
  reason,
  sentTo: 0,
  ...(afterMs !== undefined && { again: { afterMs } }),
})

const answeredWith = ({
  status,
  headers,
}: Extract<HttpOutcome, { kind: 'answered' }>): Delivery => {
  if (status >= 200 && status < 300) return sent
  const reason = `The chat answered ${status}.`
  if (status < 500 && status !== 429) return failed(reason)
  const seconds = Number(headers['retry-after'] ?? 0)
  return failed(
    reason,
    Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 3_600) * 1_000 : 0,
  )
}

const deliveryOf = (outcome: HttpOutcome): Delivery => {
  if (outcome.kind === 'answered') return answeredWith(outcome)
  if (outcome.kind === 'refused') return failed(outcome.reason)
  return outcome.mayHaveActed ? unknown : failed(outcome.reason, 0)
}

/** A message to a chat, which has no way of telling that it has had it: never sent in doubt. */
export const deliverChat = async (
  httpCaller: HttpCaller,
  { text, blocks }: ChatReport,
  { url, room }: ChatPlace,
  hold: Hold,
): Promise<Delivery> => {
  const before = hold.handed()[chat]
  if (before === 'done') return sent
  if (before === 'handing') return unknown
  hold.signal.throwIfAborted()
  await hold.note(chat, 'handing')
  const body = JSON.stringify({ text, blocks, ...(room !== null && { channel: room }) })
  const headers = { 'content-type': 'application/json' }
  // Not called back when the service stops: what is cut off may have arrived.
  const signal = new AbortController().signal
  const call = httpCaller.call({ method: 'POST', url, headers, body }, { signal })
  const delivery = deliveryOf(await untilGivenUp(call, hold.signal))
  const { outcome } = delivery
  await hold.note(chat, outcome === 'sent' ? 'done' : outcome === 'failed' ? undefined : 'handing')
  return delivery
}
