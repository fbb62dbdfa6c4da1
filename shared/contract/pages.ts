import { z } from 'zod'
import { asOfInQuery } from './as-of.ts'
import { idInPath } from './common.ts'
import { type Page, type PageForm, page } from './page.ts'
import { passwordIsSetPage, resetPasswordForm, resetPasswordPage } from './password-pages.ts'
import { logIn, logOut } from './session.ts'
import { sharedPages } from './shared-pages.ts'

/** Pages below here know people by the cookie. */
export const pagesPath = '/audit'

const what = /^(database|sql|table)-[1-9]\d{0,9}$/

/** `table-7`, `database-1`, `sql-1`: what access is asked about. */
const resourceInQuery = z
  .string()
  .regex(what, 'must be database-, sql- or table- and an id')
  .transform((text) => {
    const [kind, id] = text.split('-') as ['database' | 'sql' | 'table', string]
    return { kind, id: Number(id) }
  })

export const permissionsPage = page({
  path: '/audit/permissions',
  access: 'admin',
  rate: 'metadata',
  title: 'Permissions over time',
  query: z.object({
    as_of: asOfInQuery.optional(),
    /** The revision that the list of revisions begins with; it goes down from there. */
    from: idInPath.optional(),
    /** Page of groups and of databases in the matrix, from 1. */
    groups: idInPath.optional(),
    databases: idInPath.optional(),
    user: idInPath.optional(),
    what: resourceInQuery.optional(),
  }),
})

export const signIn: PageForm = {
  path: '/audit/sign-in',
  does: logIn,
  session: 'begins',
  then: permissionsPage.path,
}

export const signOut: PageForm = {
  path: '/audit/sign-out',
  does: logOut,
  session: 'ends',
  then: permissionsPage.path,
}

/** Every page and every form there is. */
export const pages: readonly Page[] = [
  permissionsPage,
  resetPasswordPage,
  passwordIsSetPage,
  ...sharedPages,
]
export const pageForms: readonly PageForm[] = [signIn, signOut, resetPasswordForm]
