import { expect, test } from '@jest/globals'
import { fold } from '../../../shared/kernel/decider.ts'
import {
  firstVersion,
  nextVersion,
  stateOf,
  type Versions,
} from '../../../shared/kernel/versions.ts'

type State = { readonly name: string; readonly size: number }
const none: Versions<State> = undefined

test('versions are told apart by their numbers, and none is of nothing', () => {
  const first = firstVersion<State>({ name: 'One', size: 1 })
  const third = nextVersion(
    nextVersion(first, () => ({ name: 'Two' })),
    ({ size }) => ({ size: size + 1 }),
  )
  expect([third?.version, third?.latest]).toEqual([3, { name: 'Two', size: 2 }])
  expect([1, 2, 3].map((version) => stateOf(third, version))).toEqual([
    { name: 'One', size: 1 },
    { name: 'Two', size: 1 },
    { name: 'Two', size: 2 },
  ])
  for (const never of [-1, 0, 1.5, 4]) expect(stateOf(third, never)).toBeUndefined()
  expect([stateOf(none, 1), nextVersion(none, () => ({ size: 2 }))]).toEqual([undefined, undefined])
})

test('what goes on from a version leaves it as it was', () => {
  const first = firstVersion<State>({ name: 'One', size: 1 })
  const [one, other] = ['Left', 'Right'].map((name) => nextVersion(first, () => ({ name })))
  expect([one, other, first].map((it) => it?.latest.name)).toEqual(['Left', 'Right', 'One'])
  expect([one?.before, other?.before]).toEqual([first, first])
})

test('a hundred thousand versions are folded, and the first is still there', () => {
  const renamed = { type: 'Renamed', data: undefined } as const
  const count = 100_000
  const versions = fold(
    {
      initial: firstVersion<State>({ name: 'One', size: 1 }),
      decide: {},
      evolve: {
        Renamed: (state: Versions<State>) => nextVersion(state, ({ size }) => ({ size: size + 1 })),
      },
    },
    Array.from({ length: count }, () => renamed),
  )
  expect([versions?.version, versions?.latest.size]).toEqual([count + 1, count + 1])
  expect([1, 777].map((version) => stateOf(versions, version)?.size)).toEqual([1, 777])
})
