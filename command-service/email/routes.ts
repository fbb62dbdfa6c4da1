import { sendTestEmail } from '../../shared/contract/email.ts'
import { Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import { type Mail, type Mailer, MailProblem } from '../../shared/ports/mailer.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { loadUser } from '../accounts.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'

export type EmailDependencies = {
  readonly mailer: Mailer
  readonly personalData: PersonalData
  readonly settings: Settings
}

export const emailRoutes = (dependencies: EmailDependencies): CommandRoute[] => {
  const { mailer, personalData, settings } = dependencies

  const addressOf = async (executor: Executor, userId: number): Promise<string> => {
    const { email } = await loadUser(executor, userId)
    refuseUnless(email, 'not-found', 'User not found.')
    return (await personalData.unlock([userId]))(userId, email)
  }

  /** Whoever set it up should read what is wrong with it. @throws {Refusal} 400 */
  const send = async (mail: Mail): Promise<void> => {
    try {
      await mailer.send(mail)
    } catch (error) {
      throw error instanceof MailProblem ? new Refusal('validation', error.message) : error
    }
  }

  return [
    on(sendTestEmail, async ({ body }, { actor, executor }) => {
      const to = body?.email ?? (await addressOf(executor, actor.userId))
      const site = await settings.get('site-name')
      await send({
        to: [to],
        subject: `${site}: a test`,
        text: `Mail from ${site} gets here.\n`,
      })
      return { ok: true as const }
    }),
  ]
}
