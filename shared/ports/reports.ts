import type { StopReason, SubscriptionContent } from '../events/subscription.ts'
import type { Json } from '../kernel/json.ts'
import type { Mail } from './mailer.ts'

/** What is wanted of a dashboard. */
export type ReportOrder = Pick<SubscriptionContent, 'name' | 'cards' | 'parameters'> & {
  readonly dashboardId: number
  /** With whose rights it is looked at. */
  readonly readerId: number
}

/** All of a mail but to whom it goes. */
export type MailReport = Required<Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'>>

/** A message as chats take it at their webhooks: text, and blocks for those that know them. */
export type ChatReport = { readonly text: string; readonly blocks: readonly Json[] }

type Contents = { readonly email: MailReport; readonly slack: ChatReport }
export type ReportMedium = keyof Contents

export type MadeReport<M extends ReportMedium> = {
  readonly content: Contents[M]
  /** No question on it has any rows. */
  readonly isEmpty: boolean
  /** A database was out of reach or busy: later there may be more. */
  readonly isPartial: boolean
}

/** Dashboards to be read away from this service, with the rights their readers have at that moment. */
export type Reports = {
  /** Why there is none for this reader now. */
  obstacle(order: ReportOrder): Promise<StopReason | undefined>
  make<M extends ReportMedium>(
    order: ReportOrder,
    medium: M,
    signal: AbortSignal,
  ): Promise<MadeReport<M> | { readonly stopped: StopReason }>
}
