import { describe, expect, test } from '@jest/globals'
import { dictionary } from '@zxcvbn-ts/language-common'
import { isCommonPassword } from '../../../infra/security/common-passwords.ts'
import { passwordProblem } from '../../../shared/kernel/password-policy.ts'

const problem = (password: string) => passwordProblem(password, isCommonPassword)

describe('isCommonPassword', () => {
  test('knows the commonest that are long enough, whatever their case', () => {
    const top = dictionary['passwords-common'].slice(0, 3_000).filter(({ length }) => length >= 8)
    expect(top.length).toBeGreaterThan(300)
    for (const password of top) {
      expect(isCommonPassword(password)).toBe(true)
      expect(isCommonPassword(password.toUpperCase())).toBe(true)
    }
  })

  test.each(['password', 'Password1', '12345678', 'iloveyou', 'qwerty123'])(
    'refuses %s under the policy',
    (password) => expect(problem(password)).toMatch('tried first'),
  )

  test.each(['correct horse battery staple', 'Ünguessable 🐎 by any means', 'q7!Vr2#pLx'])(
    'lets %s pass',
    (password) => expect(problem(password)).toBeUndefined(),
  )
})
