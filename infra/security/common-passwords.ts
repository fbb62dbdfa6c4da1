import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from '../../shared/kernel/password-policy.ts'

let common: ReadonlySet<string> | undefined

/** Whether everyone who guesses tries this one early; capital letters do not help. */
export const isCommonPassword = (password: string): boolean => {
  common ??= new Set(
    dictionary['passwords-common'].filter(({ length }) => length >= passwordLength.least),
  )
  return common.has(password.toLowerCase())
}
