import type { InstanceEvent } from '../shared/events/instance.ts'
import type { AccessEvent, AdminRosterEvent, UserEvent } from '../shared/events/user.ts'
import { instances } from '../shared/views/setting.ts'
import { users } from '../shared/views/user.ts'
import { projection } from './runtime/projection.ts'

const commonName = (firstName: string, lastName: string, email: string) =>
  `${firstName} ${lastName}`.trim() || email

/** Users, and who was the first of them. */
export const userProjection = projection<
  UserEvent | AdminRosterEvent | AccessEvent | InstanceEvent
>({
  name: 'user',
  version: 1,
  onFailure: 'stop',
  views: [users, instances],
  on: {
    SetupCompleted: (write, { data }) =>
      write.put(instances, { id: 1, first_user_id: data.userId }),

    UserRegistered: (write, { data, at, reveal }) => {
      const email = reveal(data.userId, data.email)
      const firstName = reveal(data.userId, data.firstName)
      const lastName = reveal(data.userId, data.lastName)
      write.put(users, {
        id: data.userId,
        email,
        first_name: firstName,
        last_name: lastName,
        common_name: commonName(firstName, lastName, email),
        is_superuser: false,
        is_active: true,
        is_qbnewb: false,
        locale: data.locale,
        sso_source: data.ssoSource,
        date_joined: at,
        updated_at: at,
        last_login: null,
      })
    },

    UserProfileChanged: (write, { data, at, reveal }) => {
      const open = (value: Parameters<typeof reveal>[1]) => reveal(data.userId, value)
      write.patch(
        users,
        { id: data.userId },
        {
          ...(data.firstName !== undefined && { first_name: open(data.firstName) }),
          ...(data.lastName !== undefined && { last_name: open(data.lastName) }),
          ...(data.commonName !== undefined && { common_name: open(data.commonName) }),
          ...(data.locale !== undefined && { locale: data.locale }),
          updated_at: at,
        },
      )
    },

    UserEmailChanged: (write, { data, at, reveal }) =>
      write.patch(
        users,
        { id: data.userId },
        { email: reveal(data.userId, data.email), updated_at: at },
      ),

    UserModalDismissed: (write, { data, at }) =>
      write.patch(users, { id: data.userId }, { is_qbnewb: true, updated_at: at }),

    UserDeactivated: (write, { data, at }) =>
      write.patch(users, { id: data.userId }, { is_active: false, updated_at: at }),

    UserReactivated: (write, { data, at }) =>
      write.patch(users, { id: data.userId }, { is_active: true, updated_at: at }),

    UserLoggedIn: (write, { data, at }) =>
      write.patch(users, { id: data.userId }, { last_login: at }),

    AdminGranted: (write, { data, at }) =>
      write.patch(users, { id: data.userId }, { is_superuser: true, updated_at: at }),

    AdminRevoked: (write, { data, at }) =>
      write.patch(users, { id: data.userId }, { is_superuser: false, updated_at: at }),
  },
})
