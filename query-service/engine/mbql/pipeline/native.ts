import { z } from 'zod'
import { QueryProblem } from '../../../../shared/ports/engine-driver.ts'
import type { NativePart } from '../resolved.ts'
import type { ResolvedValue } from '../term.ts'
import { type Context, type Run, unsupported } from './context.ts'
import { matching } from './match.ts'
import { placeOf } from './place.ts'
import type { Pipeline } from './source.ts'
import { encode } from './value.ts'

const stage = z.record(z.string(), z.json())
const query = z.object({ collection: z.string().min(1), pipeline: z.array(stage) })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Within quotes a value is text, and stays within them. */
const inQuotes = ({ value }: ResolvedValue): string => JSON.stringify(String(value)).slice(1, -1)

type Of<K extends NativePart['kind']> = Extract<NativePart, { kind: K }>

const printers: {
  readonly [K in NativePart['kind']]: (part: Of<K>, context: Context) => string
} = {
  text: ({ text }) => text,
  values: ({ values, quoted }, { timeZone }) =>
    quoted
      ? values.map(inQuotes).join(', ')
      : values.map((value) => JSON.stringify(encode(value, timeZone))).join(', '),
  condition: ({ condition, column }, context) => {
    const find = column ? () => placeOf(column.name) : context.find
    return JSON.stringify(matching(condition, { ...context, find }))
  },
  term: () => unsupported('native-temporal-units'),
  rows: () => unsupported('native-card-references'),
}

const noColumn = () => unsupported('native-parameters')

/** A caller's own pipeline, as JSON, with what stands for its tags. @throws {QueryProblem} */
export const readNative = (parts: readonly NativePart[], run: Run): Pipeline => {
  const context: Context = { ...run, weekStart: 'sunday', find: noColumn }
  const text = parts.map((part) => {
    // The table is keyed by kind: the function found takes just this part.
    const print = printers[part.kind] as (part: never, context: Context) => string
    return print(part as never, context)
  })
  const { data } = query.safeParse(parse(text.join('')))
  if (data) return { collection: data.collection, stages: data.pipeline }
  const message = 'Expected JSON with a "collection" and a "pipeline", a list of stages.'
  throw new QueryProblem('db', message)
}
