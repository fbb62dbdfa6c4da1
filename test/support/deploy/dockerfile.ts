import { readFileSync } from 'node:fs'

export type Instruction = { readonly name: string; readonly value: string }

export type Stage = {
  readonly name: string
  /** The image it begins with, arguments filled in. */
  readonly image: string
  readonly instructions: readonly Instruction[]
}

const instructionsOf = (text: string): readonly Instruction[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', value = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
      return { name, value }
    })

/** The stages of a Dockerfile; arguments before the first one count in its `FROM`s. */
export const stagesOf = (path: string): readonly Stage[] => {
  const stages: { name: string; image: string; instructions: Instruction[] }[] = []
  const defaults = new Map<string, string>()
  for (const instruction of instructionsOf(readFileSync(path, 'utf8'))) {
    const { name, value } = instruction
    const stage = stages.at(-1)
    if (name === 'FROM') {
      const [image = '', , as] = value.split(/\s+/)
      const filled = image.replaceAll(/\$\{(\w+)\}/g, (_, argument) => defaults.get(argument) ?? '')
      stages.push({ name: as ?? 'last', image: filled, instructions: [] })
    } else if (stage) stage.instructions.push(instruction)
    else if (name === 'ARG') defaults.set(...(value.split('=', 2) as [string, string]))
  }
  return stages
}

export const valuesOf = (stage: Stage | undefined, name: string): readonly string[] =>
  (stage?.instructions ?? []).filter((it) => it.name === name).map(({ value }) => value)

/** `A=1 B="two words"` as pairs. */
export const pairsIn = (value: string): ReadonlyMap<string, string> =>
  new Map(
    [...value.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)].map(([, key = '', quoted, plain]) => [
      key,
      quoted ?? plain ?? '',
    ]),
  )
