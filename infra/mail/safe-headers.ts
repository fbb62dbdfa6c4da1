import { email } from '../../shared/contract/user.ts'

/** What ends a line, or is no character at all, can begin no header of its own. */
export const onOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** One address and nothing beside it. */
export const isMailbox = (address: string): boolean =>
  address === address.trim() && email.safeParse(address).success
