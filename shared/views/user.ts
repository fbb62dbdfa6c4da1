import { boolean, instant, integer, nullable, type Row, text, view } from './view.ts'

export const users = view(
  'users',
  {
    id: integer(),
    email: text(),
    first_name: text(),
    last_name: text(),
    common_name: text(),
    is_superuser: boolean(),
    is_active: boolean(),
    is_qbnewb: boolean(),
    locale: nullable(text()),
    sso_source: nullable(text()),
    date_joined: instant(),
    updated_at: instant(),
    last_login: nullable(instant()),
  },
  { key: ['id'] },
)
export type UserRow = Row<typeof users>
