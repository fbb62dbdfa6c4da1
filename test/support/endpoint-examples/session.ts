import * as session from '../../../shared/contract/session.ts'
import { adminEmail, adminPassword } from '../service.ts'
import type { Examples } from './example.ts'

export const sessionExamples: Examples = [
  [
    session.setUp,
    {
      body: () => ({
        token: 'not the token',
        user: {
          email: 'late@example.com',
          password: 'a long enough password',
          first_name: 'Too',
          last_name: 'Late',
        },
      }),
      status: 403,
    },
  ],
  [session.logIn, { body: () => ({ username: adminEmail, password: adminPassword }) }],
  [session.logOut, { token: ({ app }) => app.logIn() }],
  [session.getProperties, {}],
  [session.checkPassword, { body: () => ({ password: 'a long enough password' }) }],
]
