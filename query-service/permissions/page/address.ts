import type { AsOf } from '../../../shared/contract/as-of.ts'
import type { AskedOf } from '../../../shared/contract/page.ts'
import { permissionsPage } from '../../../shared/contract/pages.ts'

/** What the page was asked for. */
export type Asked = AskedOf<typeof permissionsPage>['query']

/** The same as it stands in an address, by the page's own names. */
export type Fields = Readonly<Record<string, string>>

const asOfText = (asOf: AsOf): string =>
  asOf.kind === 'revision' ? String(asOf.revision) : asOf.time

const texts: { readonly [K in keyof Required<Asked>]: (value: NonNullable<Asked[K]>) => string } = {
  as_of: asOfText,
  from: String,
  groups: String,
  databases: String,
  user: String,
  what: ({ kind, id }) => `${kind}-${id}`,
}

export const fieldsOf = (asked: Asked): Fields =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => {
      const text = texts[name as keyof Asked] as (value: unknown) => string
      return value === undefined ? [] : [[name, text(value)]]
    }),
  )

/** The address of the page with some things otherwise; what is undefined is left out. */
export const addressOf = (asked: Asked, otherwise: Partial<Asked> = {}): string => {
  const search = new URLSearchParams(fieldsOf({ ...asked, ...otherwise })).toString()
  return search === '' ? permissionsPage.path : `${permissionsPage.path}?${search}`
}

export const revision = (number: number): AsOf => ({ kind: 'revision', revision: number })
