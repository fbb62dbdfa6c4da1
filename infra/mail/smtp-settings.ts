import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool'

export type SmtpSecurity = 'none' | 'ssl' | 'tls' | 'starttls'

/** Where mail goes out and whom it is from, as the settings have it; null where they say nothing. */
export type SmtpSettings = {
  readonly host: string | null
  readonly port: number
  readonly security: SmtpSecurity
  readonly username: string | null
  readonly password: string | null
  readonly fromAddress: string | null
  readonly fromName: string | null
  readonly replyTo: readonly string[]
}

/** Settings that suffice to send. */
export type UsableSmtpSettings = SmtpSettings & {
  readonly host: string
  readonly fromAddress: string
}

export const isUsable = (settings: SmtpSettings): settings is UsableSmtpSettings =>
  Boolean(settings.host) && Boolean(settings.fromAddress)

/**
 * `ssl` encrypts from the first byte, `starttls` before anything is said; `tls` is what the port is
 * for. None of them falls back to plain text, and `none` never encrypts.
 */
const encryption: Readonly<
  Record<
    SmtpSecurity,
    (port: number) => Pick<SMTPPoolOptions, 'secure' | 'requireTLS' | 'ignoreTLS'>
  >
> = {
  none: () => ({ secure: false, ignoreTLS: true }),
  ssl: () => ({ secure: true }),
  tls: (port) => ({ secure: port === 465, requireTLS: true }),
  starttls: () => ({ secure: false, requireTLS: true }),
}

/** Connections kept open to one server. */
const mostConnections = 2

export type SmtpTimeouts = {
  /** Milliseconds until the server has greeted. */
  readonly greetingMs: number
  /** Milliseconds for all of one mail. */
  readonly sendMs: number
}

export const transportOptions = (
  { host, port, security, username, password }: UsableSmtpSettings,
  { greetingMs, sendMs }: SmtpTimeouts,
): SMTPPoolOptions & { readonly pool: true } => ({
  pool: true,
  host,
  port,
  ...encryption[security](port),
  ...(username && { auth: { user: username, pass: password ?? '' } }),
  connectionTimeout: greetingMs,
  greetingTimeout: greetingMs,
  dnsTimeout: greetingMs,
  socketTimeout: sendMs,
  maxConnections: mostConnections,
  // A connection that was kept may have been closed by the server meanwhile: one more try.
  maxRequeues: 1,
  idleTimeout: 30_000,
  disableFileAccess: true,
  disableUrlAccess: true,
  tls: { minVersion: 'TLSv1.2' },
})
