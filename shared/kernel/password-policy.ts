export const passwordLength = { least: 8, most: 256 } as const

/**
 * Why a password is refused, or undefined when it is good: 8–256 characters, none of the commonest.
 * No rules about kinds of characters (NIST SP 800-63B §3.1.1.2).
 */
export const passwordProblem = (
  password: string,
  isCommon: (password: string) => boolean,
): string | undefined => {
  if (password.length < passwordLength.least)
    return `must have at least ${passwordLength.least} characters`
  if (password.length > passwordLength.most)
    return `must have at most ${passwordLength.most} characters`
  return isCommon(password)
    ? 'is one of the passwords tried first by everyone who guesses'
    : undefined
}
