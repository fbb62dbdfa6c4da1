import fc from 'fast-check'

type Path = readonly (string | number)[]

const pathsIn = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, member]) =>
    pathsIn(member, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length === 0 ? inner : [path, ...inner]
}

const replaced = (value: unknown, [key, ...rest]: Path, by: unknown): unknown => {
  if (key === undefined) return by
  const changed = replaced(Object(value)[key], rest, by)
  return Array.isArray(value)
    ? value.with(Number(key), changed)
    : { ...Object(value), [key]: changed }
}

/** What does not belong there, wherever that is: wrong kinds, edges of numbers, names of nothing. */
const strangers = [
  null,
  true,
  -1,
  0.1,
  1e300,
  2 ** 53,
  '',
  'count',
  'constructor',
  '__proto__',
  "'; drop table entries; --",
  '2023-02-30',
  'NaN',
  [],
  {},
  [[]],
  ['count'],
  ['now'],
  ['field', 99_999, null],
  ['field', 'no such', { 'base-type': 'type/Integer' }],
  ['expression', 'no such'],
  ['and'],
  ['interval', 1, 'day'],
  { 'temporal-unit': 'fortnight' },
  { binning: { strategy: 'num-bins', 'num-bins': 0 } },
] as const

/** Questions one or two parts of which are something else than they should be. */
export const spoiled = (question: fc.Arbitrary<object>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      question,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...strangers)), { minLength: 1, maxLength: 2 }),
    )
    .map(([asked, changes]) =>
      changes.reduce<unknown>((sound, [nth, stranger]) => {
        const paths = pathsIn(sound)
        return replaced(sound, paths[nth % paths.length] ?? [], stranger)
      }, asked),
    )
