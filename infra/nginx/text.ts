/** A directive, or the lines of a block. */
export type Lines = string | readonly Lines[]

const flat = (lines: Lines): readonly string[] =>
  typeof lines === 'string' ? [lines] : lines.flatMap(flat)

/** `head { … }`, its lines indented. */
export const block = (head: string, ...lines: readonly Lines[]): readonly string[] => [
  `${head} {`,
  ...flat(lines).map((line) => (line === '' ? '' : `  ${line}`)),
  '}',
]

export const textOf = (lines: Lines): string => `${flat(lines).join('\n')}\n`

/** A map from what `source` is to what `variable` is; keys are quoted, as patterns have to be. */
export const map = (
  source: string,
  variable: string,
  rows: readonly (readonly [key: string, value: string])[],
  otherwise: string,
  ...more: readonly string[]
): readonly string[] =>
  block(
    `map ${source} $${variable}`,
    ...more,
    `default ${otherwise};`,
    rows.map(([key, value]) => `"${key}" ${value};`),
  )
