import { expect, test } from '@jest/globals'
import { deliverChat } from '../../../../command-service/reactors/subscriptions/chat.ts'
import type { HttpCall, HttpOutcome } from '../../../../shared/ports/http-caller.ts'
import { heldJob } from '../../../support/held-job.ts'

const place = { url: 'https://chat.example.com/hook/secret', room: '#sales' }
const report = { text: 'Sales', blocks: [] }

const answered = (status: number, headers = {}): HttpOutcome => ({
  ...{ kind: 'answered', status, headers, body: '' },
})

const deliver = async (outcome: HttpOutcome, hold = heldJob()) => {
  const calls: HttpCall[] = []
  const call = async (one: HttpCall) => {
    calls.push(one)
    return outcome
  }
  return { calls, delivery: await deliverChat({ call }, report, place, hold) }
}

test('a message is posted once, to its room', async () => {
  const hold = heldJob()
  const { calls, delivery } = await deliver(answered(200), hold)
  expect(delivery).toEqual({ outcome: 'sent', reason: null, sentTo: 1 })
  expect(calls).toMatchObject([{ method: 'POST', url: place.url }])
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ ...report, channel: '#sales' })
  const again = await deliver(answered(200), hold)
  expect(again.delivery.outcome).toBe('sent')
  expect(again.calls).toEqual([])
})

test.each<[string, HttpOutcome, object]>([
  ['busy', answered(500), { outcome: 'failed', again: { afterMs: 0 } }],
  [
    'too many',
    answered(429, { 'retry-after': '30' }),
    { outcome: 'failed', again: { afterMs: 30_000 } },
  ],
  [
    'away',
    { kind: 'failed', reason: 'No connection.', mayHaveActed: false },
    { outcome: 'failed', reason: 'No connection.', again: { afterMs: 0 } },
  ],
])('%s: it is tried again', async (_, outcome, expected) => {
  const hold = heldJob()
  expect((await deliver(outcome, hold)).delivery).toMatchObject(expected)
  expect(hold.handed()).toEqual({})
})

test.each<[string, HttpOutcome, string]>([
  ['not there', answered(404), 'failed'],
  ['moved', answered(302), 'failed'],
  ['not allowed', { kind: 'refused', reason: 'This host is not known.' }, 'failed'],
  ['in doubt', { kind: 'failed', reason: 'Cut.', mayHaveActed: true }, 'unknown'],
])('%s: it is not tried again, and names no address', async (_, outcome, expected) => {
  const { delivery } = await deliver(outcome)
  expect(delivery.outcome).toBe(expected)
  expect(delivery.again).toBeUndefined()
  expect(delivery.reason).not.toContain('chat.example.com')
})

test('after a crash nobody knows, and it is not sent twice', async () => {
  const { calls, delivery } = await deliver(answered(200), heldJob({ chat: 'handing' }))
  expect(delivery.outcome).toBe('unknown')
  expect(calls).toEqual([])
})
