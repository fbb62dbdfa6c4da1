import type { Sealed } from '../events/event-type.ts'

/** Why an account gets a mail: what its owner asked for, or what they should know. */
export type AccountMailKind = 'reset' | 'invitation' | 'address-changed'

/** Says who and why, and neither an address nor a token: the mail is made when it is sent. */
export type AccountMail = {
  readonly kind: AccountMailKind
  /** Of the address it goes to, whether anybody has it or not. */
  readonly emailKey: string
  /** Where the address is the account's no longer: whose it was, and the address under their key. */
  readonly formerly?: { readonly userId: number; readonly email: Sealed }
}

/** A mail in the hands of one process. */
export type AccountMailJob = AccountMail & {
  readonly id: number
  /** This try counted. */
  readonly tries: number
  /** Names this lease: what an older one still does has no effect. */
  readonly fence: bigint
}

/** Mails that are to be sent, kept until they are: by whichever process gets to it. */
export type AccountMails = {
  /** The same once more begins anew: the mail goes out after this, whatever was under way. */
  add(mail: AccountMail): Promise<void>
  /** Ids of those to be sent now, the oldest first. */
  due(): Promise<readonly number[]>
  /** Undefined where somebody else has it, or has sent it. */
  take(id: number, leaseSeconds: number): Promise<AccountMailJob | undefined>
  retry(job: AccountMailJob, at: Date): Promise<void>
  /** Sent, or never to be. */
  finish(job: AccountMailJob): Promise<void>
  /** Calls back when some process adds one; answers how to end that. */
  onAdded(notify: () => void): () => void
}
