import * as userSession from '../../../shared/contract/user-session.ts'
import type { Examples, World } from './example.ts'

const person = ({ personId: id }: World) => ({ id })

/** Somebody nobody else works with, who is logged in. */
const loggedIn = async ({ app, newUser }: World) => {
  const { id, email, password } = await newUser()
  await app.logIn(email, password)
  return { id }
}

export const userSessionExamples: Examples = [
  [userSession.listSessions, { params: person }],
  [userSession.endSessions, { params: loggedIn }],
  [
    userSession.endSession,
    {
      params: async (world) => {
        const { id } = await loggedIn(world)
        const { body } = await world.admin.get(`/api/user/${id}/session`)
        return { id, sessionId: body[0].id }
      },
    },
  ],
]
