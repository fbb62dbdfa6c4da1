/** Bytes that travel with a mail. */
export type MailAttachment = {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
  /** What `<img src="cid:…">` of the HTML names; such an attachment is shown in its place. */
  readonly cid?: string
}

/** Plain text always, HTML beside it for who likes it better. Every recipient sees the others. */
export type Mail = {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly attachments?: readonly MailAttachment[]
  /** `id@host`: sent again, it is the same mail, and readers may show it once. One is made up without. */
  readonly messageId?: string
}

/**
 * A mail that was not taken. `message` is for administrators: it names the server's step and answer,
 * never an address of a recipient, and no secret.
 */
export class MailProblem extends Error {
  override readonly name = 'MailProblem'
  /** The same mail will be refused again: trying later is of no use. */
  readonly isPermanent: boolean

  constructor(message: string, isPermanent: boolean) {
    super(message)
    this.isPermanent = isPermanent
  }
}

/** Sends over the server that the settings name at that moment. */
export type Mailer = {
  /** Whether there is a server to send over, and an address to send from. */
  isConfigured(): Promise<boolean>
  /**
   * Resolves when the server has taken the mail for every recipient; bounded by time-outs.
   * @throws {MailProblem}
   */
  send(mail: Mail): Promise<void>
}
