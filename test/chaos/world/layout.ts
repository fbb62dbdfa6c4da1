import type { Role } from '../../../infra/roles.ts'

/** Which processes a world consists of. */
export type Layout = {
  readonly name: string
  readonly processes: readonly { readonly name: string; readonly role: Role }[]
}

const times = (count: number, role: Role) =>
  Array.from({ length: count }, (_, index) => ({ name: `${role}-${index + 1}`, role }))

/** One process of each role: as little as shows that they are apart. */
export const oneOfEach: Layout = {
  name: 'one of each',
  processes: [
    ...times(1, 'command'),
    ...times(1, 'query'),
    ...times(1, 'projector'),
    ...times(1, 'worker'),
  ],
}

/** What `docs/operations.md` suggests. */
const twoOfEach: Layout = {
  name: 'two of each',
  processes: [
    ...times(2, 'command'),
    ...times(2, 'query'),
    ...times(2, 'projector'),
    ...times(2, 'worker'),
  ],
}

/** Everything in one process. */
const allInOne: Layout = { name: 'all in one', processes: times(1, 'all') }

/** By the name they have on the command line. */
export const layouts: Readonly<Record<string, Layout | undefined>> = {
  all: allInOne,
  one: oneOfEach,
  two: twoOfEach,
}
