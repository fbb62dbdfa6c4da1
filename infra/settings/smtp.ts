import type { Settings } from '../../shared/ports/settings.ts'
import type { SmtpSettings } from '../mail/smtp-settings.ts'

/** Where mail goes out, as the settings have it now. */
export const smtpSettingsOf =
  ({ current }: Pick<Settings, 'current'>) =>
  async (): Promise<SmtpSettings> => {
    const now = await current(
      'email-smtp-host',
      'email-smtp-port',
      'email-smtp-security',
      'email-smtp-username',
      'email-smtp-password',
      'email-from-address',
      'email-from-name',
      'email-reply-to',
    )
    return {
      host: now['email-smtp-host'],
      port: now['email-smtp-port'],
      security: now['email-smtp-security'],
      username: now['email-smtp-username'],
      password: now['email-smtp-password'],
      fromAddress: now['email-from-address'],
      fromName: now['email-from-name'],
      replyTo: now['email-reply-to'],
    }
  }
