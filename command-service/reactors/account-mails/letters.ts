import type { Mail } from '../../../shared/ports/mailer.ts'

/** What a letter says; whom it goes to is not its business. */
export type Letter = Pick<Mail, 'subject' | 'text'>

/** A link that opens an account, once. */
export type Opening = { readonly link: string; readonly seconds: number }

const lasting = (seconds: number): string => {
  const [count, unit] =
    seconds < 7_200 ? [Math.floor(seconds / 60), 'minute'] : [Math.floor(seconds / 3_600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const letter = (subject: string, ...paragraphs: readonly string[]): Letter => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
})

const opens = ({ link, seconds }: Opening) =>
  `${link}\n\nThe link works once and for ${lasting(seconds)}.`

export const resetLetter = (site: string, opening: Opening): Letter =>
  letter(
    `${site}: set a new password`,
    `Somebody, you we hope, asked for a new password for your account at ${site}. Set it here:`,
    opens(opening),
    'If it was not you, there is nothing to do: your password stays as it is.',
  )

export const noPasswordLetter = (site: string, link: string): Letter =>
  letter(
    `${site}: how to log in`,
    `Somebody, you we hope, asked for a new password for your account at ${site}.`,
    'The account has no password: log in through your identity provider.',
    link,
  )

export const invitationLetter = (site: string, opening: Opening): Letter =>
  letter(
    `You are invited to ${site}`,
    `An account at ${site} was made for you. Set a password to begin:`,
    opens(opening),
  )

export const welcomeLetter = (site: string, link: string): Letter =>
  letter(
    `You are invited to ${site}`,
    `An account at ${site} was made for you. Log in through your identity provider:`,
    link,
  )

export const addressChangedLetter = (site: string): Letter =>
  letter(
    `${site}: your e-mail address was changed`,
    `Your account at ${site} has another e-mail address now; this one opens it no more.`,
    'If you know nothing of it, tell an admin at once.',
  )
