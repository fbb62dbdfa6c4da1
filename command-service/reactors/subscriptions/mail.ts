import { createHash } from 'node:crypto'
import { type Mailer, MailProblem } from '../../../shared/ports/mailer.ts'
import type { MailReport } from '../../../shared/ports/reports.ts'
import { untilGivenUp } from '../until-given-up.ts'
import type { Delivery, Hold } from './delivery.ts'

/** Whom a mail goes to; `key` names them without saying their address. */
export type MailRecipient = { readonly key: string; readonly address: string }

/** After so many failures one after the other, the server is not asked again for now. */
const mostFailures = 3

/** The same for the same mail to the same person, however often it is sent. */
const messageIdOf = (run: string, { key }: MailRecipient, host: string): string =>
  `${createHash('sha256').update(`${run} ${key}`).digest('hex').slice(0, 32)}@${host}`

type Envelope = {
  /** Names this time among all. */
  readonly run: string
  /** What mails are from. */
  readonly host: string
}

const told = (refused: number, all: number, reason: string): string =>
  all === 1 ? reason : `${refused} of ${all} recipients did not get it. ${reason}`

/**
 * A mail to each of the recipients who have not had it; none of them sees the others. Before each is
 * sent that is put down, so that after a crash only one may come twice, with the same Message-ID.
 */
export const deliverMail = async (
  mailer: Mailer,
  { subject, text, html, attachments }: MailReport,
  recipients: readonly MailRecipient[],
  { run, host }: Envelope,
  hold: Hold,
): Promise<Delivery> => {
  if (!(await mailer.isConfigured()))
    return { outcome: 'failed', reason: 'Mail is not set up.', sentTo: 0, again: { afterMs: 0 } }
  let reason = ''
  let failures = 0

  const send = async (one: MailRecipient): Promise<void> => {
    hold.signal.throwIfAborted()
    await hold.note(one.key, 'handing')
    const messageId = messageIdOf(run, one, host)
    const mail = { to: [one.address], subject, text, html, attachments, messageId }
    try {
      await untilGivenUp(mailer.send(mail), hold.signal)
      await hold.note(one.key, 'done')
      failures = 0
    } catch (error) {
      if (!(error instanceof MailProblem)) throw error
      reason = error.message
      if (!error.isPermanent) failures += 1
      await hold.note(one.key, error.isPermanent ? 'refused' : undefined)
    }
  }

  const isOpen = ({ key }: MailRecipient) => !['done', 'refused'].includes(hold.handed()[key] ?? '')
  for (const one of recipients.filter(isOpen)) if (failures < mostFailures) await send(one)

  const all = recipients.length
  const count = (what: string) => recipients.filter(({ key }) => hold.handed()[key] === what).length
  const [sentTo, refused] = [count('done'), count('refused')]
  const missing = all - sentTo
  if (missing === 0) return { outcome: 'sent', reason: null, sentTo }
  const why = reason === '' ? 'The mail server refused them.' : reason
  if (missing > refused)
    return { outcome: 'failed', reason: told(missing, all, why), sentTo, again: { afterMs: 0 } }
  return { outcome: sentTo > 0 ? 'sent' : 'failed', reason: told(refused, all, why), sentTo }
}
