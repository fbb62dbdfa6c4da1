import { resetPasswordPath } from '../../../shared/contract/password-pages.ts'
import type { AccountMail, AccountMailKind } from '../../../shared/ports/account-mails.ts'
import type { Mail } from '../../../shared/ports/mailer.ts'
import { erased, type PersonalData } from '../../../shared/ports/personal-data.ts'
import type { SiteLinks } from '../../../shared/ports/site-links.ts'
import { userOfEmail } from '../../email-addresses.ts'
import type { Executor } from '../../execute.ts'
import { issueResetToken, type ResetTokenDependencies } from '../../reset-tokens.ts'
import {
  addressChangedLetter,
  invitationLetter,
  type Letter,
  noPasswordLetter,
  type Opening,
  resetLetter,
  welcomeLetter,
} from './letters.ts'

export type WriteDependencies = ResetTokenDependencies & {
  readonly personalData: PersonalData
  readonly siteLinks: SiteLinks
}

/** A letter to who sets a password with it, and to who cannot have one. */
type Letters = {
  readonly withPassword: (site: string, opening: Opening) => Letter
  readonly without: (site: string, link: string) => Letter
}

const lettersOf: Readonly<Record<Exclude<AccountMailKind, 'address-changed'>, Letters>> = {
  reset: { withPassword: resetLetter, without: noPasswordLetter },
  invitation: { withPassword: invitationLetter, without: welcomeLetter },
}

/** Makes mails at the moment they are sent, with the accounts as they are then. */
export const accountMailWriter = (dependencies: WriteDependencies) => {
  const { personalData, settings, siteLinks } = dependencies

  const opening = async ({ emailKey }: AccountMail, letters: Letters, executor: Executor) => {
    const found = await userOfEmail(executor, emailKey)
    if (found?.user.status !== 'active' || found.user.email === undefined) return undefined
    const { userId, user } = found
    const to = (await personalData.unlock([userId]))(userId, found.user.email)
    const site = await settings.get('site-name')
    const issued = await issueResetToken(dependencies, executor, userId, user)
    if (!issued) return { to, letter: letters.without(site, await siteLinks.to('/')) }
    const link = await siteLinks.to(resetPasswordPath(issued.token))
    return { to, letter: letters.withPassword(site, { link, seconds: issued.seconds }) }
  }

  const notice = async ({ formerly }: AccountMail) => {
    if (!formerly) return undefined
    const { userId, email } = formerly
    const to = (await personalData.unlock([userId]))(userId, email)
    return { to, letter: addressChangedLetter(await settings.get('site-name')) }
  }

  /** Undefined where there is nobody to write to. */
  return async (mail: AccountMail, executor: Executor): Promise<Mail | undefined> => {
    const written =
      mail.kind === 'address-changed'
        ? await notice(mail)
        : await opening(mail, lettersOf[mail.kind], executor)
    if (!written || written.to === erased) return undefined
    return { to: [written.to], ...written.letter }
  }
}
