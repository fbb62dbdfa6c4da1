import nodemailer from 'nodemailer'
import type { NodemailerError } from 'nodemailer/lib/errors'
import {
  type Mail,
  type MailAttachment,
  type Mailer,
  MailProblem,
} from '../../shared/ports/mailer.ts'
import { isMailbox, onOneLine } from './safe-headers.ts'
import { mailProblem } from './smtp-problems.ts'
import {
  isUsable,
  type SmtpSettings,
  type SmtpTimeouts,
  transportOptions,
  type UsableSmtpSettings,
} from './smtp-settings.ts'

type Options = {
  /** Read at each send, so that a change holds at once. */
  readonly settings: () => Promise<SmtpSettings>
  readonly timeouts?: SmtpTimeouts
  /** PEM of an authority to trust beside the usual ones. */
  readonly authority?: string
}

export type SmtpMailer = Mailer & { close(): void }

const usualTimeouts: SmtpTimeouts = { greetingMs: 10_000, sendMs: 60_000 }

const notConfigured = () =>
  new MailProblem('Mail is not set up: set email-smtp-host and email-from-address.', false)

const attachmentOf = ({ filename, contentType, content, cid }: MailAttachment) => ({
  filename: onOneLine(filename),
  contentType: onOneLine(contentType),
  content: Buffer.from(content),
  ...(cid !== undefined && { cid: onOneLine(cid).replace(/[<>\s]/g, '') }),
})

/** @throws {MailProblem} for what is no mailbox: nothing else may stand in an envelope. */
const mailbox = (address: string, name: string | null = null) => {
  if (!isMailbox(address))
    throw new MailProblem('A recipient or sender is no e-mail address.', true)
  return { address, name: onOneLine(name ?? '') }
}

const messageOf = (mail: Mail, { fromAddress, fromName, replyTo }: UsableSmtpSettings) => ({
  from: mailbox(fromAddress, fromName),
  to: mail.to.map((address) => mailbox(address)),
  replyTo: replyTo.map((address) => mailbox(address)),
  subject: onOneLine(mail.subject),
  text: mail.text,
  ...(mail.html !== undefined && { html: mail.html }),
  ...(mail.messageId !== undefined && { messageId: `<${onOneLine(mail.messageId)}>` }),
  attachments: (mail.attachments ?? []).map(attachmentOf),
  headers: { 'Auto-Submitted': 'auto-generated' },
})

/** Sends over SMTP. Connections are kept for as long as the settings stay the same. */
export const smtpMailer = ({
  settings,
  timeouts = usualTimeouts,
  authority,
}: Options): SmtpMailer => {
  const open = (usable: UsableSmtpSettings) => {
    const options = transportOptions(usable, timeouts)
    return nodemailer.createTransport({
      ...options,
      tls: { ...options.tls, ...(authority !== undefined && { ca: authority }) },
    })
  }
  let kept: { readonly of: string; readonly transport: ReturnType<typeof open> } | undefined

  const transportFor = (usable: UsableSmtpSettings) => {
    const of = JSON.stringify(usable)
    if (kept?.of === of) return kept.transport
    kept?.transport.close()
    kept = { of, transport: open(usable) }
    return kept.transport
  }

  return {
    isConfigured: async () => isUsable(await settings()),

    send: async (mail) => {
      const usable = await settings()
      if (!isUsable(usable)) throw notConfigured()
      const message = messageOf(mail, usable)
      const signal = AbortSignal.timeout(timeouts.sendMs)
      const { rejected } = await transportFor(usable)
        .sendMail({ ...message, signal })
        .catch((error: NodemailerError) => {
          throw mailProblem(error)
        })
      if (rejected.length === 0) return
      // Those who have it must not get it again.
      const taken = `${mail.to.length - rejected.length} of ${mail.to.length}`
      throw new MailProblem(`The mail server took the mail for ${taken} recipients.`, true)
    },

    close: () => {
      kept?.transport.close({ force: true })
      kept = undefined
    },
  }
}
