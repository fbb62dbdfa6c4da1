import { describe, expect, test } from '@jest/globals'
import { LostLease } from '../../../../command-service/reactors/subscriptions/lease.ts'
import { deliverMail } from '../../../../command-service/reactors/subscriptions/mail.ts'
import { type Mail, type Mailer, MailProblem } from '../../../../shared/ports/mailer.ts'
import { type HeldJob, heldJob } from '../../../support/held-job.ts'

const report = { subject: 'Sales', text: 'text', html: '<p>', attachments: [] }
const recipients = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, address: `${key}@example.com` }))
const envelope = { run: '4 0 send-1', host: 'example.com' }

const busy = new MailProblem('It is busy.', false)
const unknown = new MailProblem('There is no such recipient.', true)

/** A server that does with each mail what it is told. */
const mailbox = (answer: (to: string) => Error | undefined = () => undefined) => {
  const taken: Mail[] = []
  const mailer: Mailer = {
    isConfigured: async () => true,
    send: async (mail) => {
      const problem = answer(mail.to.join())
      if (problem) throw problem
      taken.push(mail)
    },
  }
  return { mailer, taken, to: () => taken.flatMap(({ to }) => to) }
}

const deliver = (mailer: Mailer, hold: HeldJob) =>
  deliverMail(mailer, report, recipients, envelope, hold)

describe('mails of a report', () => {
  test('go to each by itself, with an id that is the same another time', async () => {
    const [first, second] = [mailbox(), mailbox()]
    expect(await deliver(first.mailer, heldJob())).toEqual({
      ...{ outcome: 'sent', reason: null, sentTo: 5 },
    })
    await deliver(second.mailer, heldJob())
    expect(first.to()).toEqual(recipients.map(({ address }) => address))
    const ids = first.taken.map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(5)
    expect(second.taken.map(({ messageId }) => messageId)).toEqual(ids)
  })

  test('go only to those who have not had them, and again to whom that is not known of', async () => {
    const { mailer, to } = mailbox()
    const hold = heldJob({ a: 'done', b: 'handing', c: 'refused' })
    expect(await deliver(mailer, hold)).toMatchObject({
      outcome: 'sent',
      sentTo: 4,
      reason: '1 of 5 recipients did not get it. The mail server refused them.',
    })
    expect(to()).toEqual(['b@example.com', 'd@example.com', 'e@example.com'])
  })

  test('are tried again for whom the server was busy, and not for whom it knows better', async () => {
    const one = mailbox((to) => ({ a: unknown, b: busy })[to.charAt(0)])
    const hold = heldJob()
    expect(await deliver(one.mailer, hold)).toEqual({
      outcome: 'failed',
      reason: '2 of 5 recipients did not get it. It is busy.',
      sentTo: 3,
      again: { afterMs: 0 },
    })
    expect(hold.handed()).toEqual({ a: 'refused', c: 'done', d: 'done', e: 'done' })
    const later = mailbox()
    expect(await deliver(later.mailer, hold)).toMatchObject({ outcome: 'sent', sentTo: 4 })
    expect(later.to()).toEqual(['b@example.com'])
  })

  test('are not tried with all once the server does not answer', async () => {
    let tries = 0
    const { mailer } = mailbox(() => {
      tries += 1
      return busy
    })
    expect(await deliver(mailer, heldJob())).toMatchObject({ outcome: 'failed', sentTo: 0 })
    expect(tries).toBe(3)
  })

  test('refused for good by all are not tried again', async () => {
    const result = await deliver(mailbox(() => unknown).mailer, heldJob())
    expect(result).toMatchObject({ outcome: 'failed', sentTo: 0 })
    expect(result.again).toBeUndefined()
  })

  test('end once the job is somebody else’s, or the service stops', async () => {
    const lost = heldJob()
    const one = mailbox((to) => {
      if (to.startsWith('b')) lost.lose()
      return undefined
    })
    await expect(deliver(one.mailer, lost)).rejects.toThrow(LostLease)
    expect(one.to()).toEqual(['a@example.com', 'b@example.com'])

    const ended = heldJob()
    const two = mailbox(() => {
      ended.end()
      return undefined
    })
    await expect(deliver(two.mailer, ended)).rejects.toThrow('the service stops')
    expect(ended.handed()).toEqual({ a: 'done' })
  })

  test('wait where no mail is set up', async () => {
    const { mailer } = mailbox()
    const result = await deliver({ ...mailer, isConfigured: async () => false }, heldJob())
    expect(result).toMatchObject({ outcome: 'failed', again: { afterMs: 0 } })
  })
})
