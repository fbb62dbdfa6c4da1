import { z } from 'zod'
import type { Dump, Invariant } from './evidence.ts'
import { repeated } from './repeated.ts'

const rowsOf = <S extends z.ZodType>(live: Dump, table: string, row: S): z.infer<S>[] =>
  (live[table] ?? []).map((text) => row.parse(JSON.parse(text)))

const user = z.looseObject({
  email: z.string(),
  is_superuser: z.boolean(),
  is_active: z.boolean(),
})
const link = z.looseObject({ uuid: z.string() })

export const peopleAndLinks: Invariant = {
  id: 'INV-9',
  about: 'there is an active admin; no two people share an address, no two links a UUID',
  check: ({ live }) => {
    const users = rowsOf(live, 'users', user)
    const isAdminLeft = users.some((it) => it.is_active && it.is_superuser)
    return [
      ...(isAdminLeft ? [] : ['no active admin is left']),
      ...repeated(users, ({ email }) => email.toLowerCase()).map((it) => `${it} has two accounts`),
      ...repeated(rowsOf(live, 'public_links', link), ({ uuid }) => uuid.toLowerCase()).map(
        (uuid) => `two links have the UUID ${uuid}`,
      ),
    ]
  },
}
