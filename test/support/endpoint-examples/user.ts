import * as user from '../../../shared/contract/user.ts'
import type { Example, Examples, World } from './example.ts'

const person = ({ personId }: World) => ({ id: personId })
const stranger = async (world: World) => ({ id: (await world.newUser()).id })

let created = 0
const newcomer: Example['body'] = () => {
  created += 1
  return {
    email: `newcomer${created}@example.com`,
    first_name: 'New',
    last_name: 'Comer',
    password: 'a long enough password',
    group_ids: [1],
  }
}

export const userExamples: Examples = [
  [user.listUsers, { query: 'status=all&limit=10' }],
  [user.getCurrentUser, {}],
  [user.listRecipients, {}],
  [user.getUser, { params: person }],
  [user.createUser, { body: newcomer }],
  [user.updateUser, { params: person, body: () => ({ first_name: 'Other', locale: 'de-AT' }) }],
  [
    user.changePassword,
    { params: stranger, body: () => ({ new_password: 'another long enough password' }) },
  ],
  [user.deactivateUser, { params: stranger }],
  [
    user.reactivateUser,
    {
      params: async (world) => {
        const { id } = await world.newUser()
        await world.admin.delete(`/api/user/${id}`)
        return { id }
      },
    },
  ],
  [user.dismissModal, { params: (world) => ({ ...person(world), modal: 'qbnewb' }) }],
]
