import { invalid } from '../kernel/refusal.ts'
import { tagsIn } from '../sql/template/parse.ts'
import { addressProblem } from './address.ts'
import { piecesOf, type Stretch, stretchesOf, textOfValue, type Values } from './stretches.ts'

/** What everything that changes from call to call has to stand behind. */
const untilHost = /^https?:\/\/[^/?#]+[/?#]/i
const dots = /^(?:\.|%2e){1,2}$/i

const encoded = ({ value }: Extract<Stretch, { kind: 'value' }>): string =>
  encodeURIComponent(textOfValue(value))

const joined = (stretches: readonly Stretch[]): string =>
  stretches.map((it) => (it.kind === 'text' ? it.text : encoded(it))).join('')

/** Why this text is no template of an address, as the end of a sentence. */
export const urlProblem = (template: string): string | undefined => {
  const { pieces, problem } = piecesOf(template)
  if (problem !== undefined) return `cannot be read: ${problem}`
  const [first] = pieces
  const start = first?.kind === 'text' ? first.text : ''
  if (pieces.length > 1 && !untilHost.test(start))
    return 'must name its host in full, and a slash behind it, before the first tag'
  const every = Object.fromEntries(tagsIn(pieces).map((name) => [name, 'x']))
  return addressProblem(joined(stretchesOf(pieces, every, new Set())))
}

/** Within a segment of the path nothing leaves it; a value that is dots alone would. */
const refuseDots = (stretches: readonly Stretch[]): void => {
  let segment = ''
  let names: string[] = []
  const check = () => {
    if (names.length > 0 && dots.test(segment))
      throw invalid(names[0] ?? 'url', 'This value leads to another place than the action’s.')
    segment = ''
    names = []
  }
  for (const stretch of stretches) {
    if (stretch.kind === 'value') {
      segment += encoded(stretch)
      names.push(stretch.name)
      continue
    }
    const [path = '', ...behind] = stretch.text.split(/[?#]/)
    const [rest = '', ...next] = path.split('/')
    segment += rest
    for (const part of next) {
      check()
      segment = part
    }
    if (behind.length > 0) break
  }
  check()
}

/**
 * The address with these values, each encoded so that it stays within its segment of the path or its
 * part of the query: scheme, host, port and what the path begins with are the template's.
 * @throws {Refusal} 400
 */
export const fillUrl = (template: string, values: Values, missing: Set<string>): string => {
  const problem = urlProblem(template)
  if (problem !== undefined) throw invalid('url', `The address of this action ${problem}.`)
  const stretches = stretchesOf(piecesOf(template).pieces, values, missing)
  if (missing.size > 0) return ''
  refuseDots(stretches)
  const url = joined(stretches)
  const tooMuch = addressProblem(url)
  if (tooMuch !== undefined) throw invalid('url', `With these values the address ${tooMuch}.`)
  return url
}
