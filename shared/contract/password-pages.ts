import { z } from 'zod'
import { type PageForm, page } from './page.ts'
import { resetPassword, resetToken } from './password-reset.ts'

const open = { access: 'anyone', rate: 'login', title: 'New password' } as const

/** Where the link of a mail leads. */
export const resetPasswordPage = page({
  ...open,
  path: '/auth/reset_password/:token',
  side: 'command',
  params: z.object({ token: resetToken }),
  query: z.object({}),
})

export const resetPasswordPath = (token: string) => `/auth/reset_password/${token}`

export const passwordIsSetPage = page({
  ...open,
  path: '/auth/password_is_set',
  query: z.object({}),
})

export const resetPasswordForm: PageForm = {
  path: '/auth/reset_password',
  does: resetPassword,
  session: 'prepares',
  then: passwordIsSetPage.path,
}
