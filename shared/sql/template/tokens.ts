import type { Lexicon } from '../lexicon.ts'

/** What a template is made of, in the order in which it stands there. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  /** `quoted`: inside quotes of the engine's own language. */
  | { readonly kind: 'tag'; readonly name: string; readonly quoted: boolean }
  /** `[[` and `]]` */
  | { readonly kind: 'open' | 'close' }
  /** What the engine itself would take for the place of a value. */
  | { readonly kind: 'placeholder'; readonly text: string }
  | { readonly kind: 'problem'; readonly message: string }

const text = (value: string): Token => ({ kind: 'text', text: value })
const problem = (message: string): Token => ({ kind: 'problem', message })
const signs: ReadonlyMap<string, Token> = new Map([
  ['[[', { kind: 'open' }],
  [']]', { kind: 'close' }],
])

const quotedTag = /\{\{([^{}]*)\}\}/g
/** `name`, `#12-slug`, `snippet: name`; not `1,2`, which in quotes is an array literal. */
const tagName = /^(?:snippet:.*|#?[\w. -]+)$/

/** Quoted text, with the tags in it told apart. */
function* quotedTokens(span: string): Generator<Token> {
  let done = 0
  for (const { 0: braced, 1: inner = '', index } of span.matchAll(quotedTag)) {
    const name = inner.trim()
    if (!tagName.test(name)) continue
    yield text(span.slice(done, index))
    yield { kind: 'tag', name, quoted: true }
    done = index + braced.length
  }
  yield text(span.slice(done))
}

const scanners = new WeakMap<Lexicon, RegExp>()

/** Finds the next place that matters; each kind of span has a group of its own. */
const scannerOf = (lexicon: Lexicon): RegExp => {
  const known = scanners.get(lexicon)
  if (known) return known
  const spans = lexicon.spans.map(({ opening }) => `(${opening})`)
  const placeholder = lexicon.placeholder === '' ? [] : [`(?<placeholder>${lexicon.placeholder})`]
  const scanner = new RegExp(
    [...spans, '\\{{2,}', '\\[\\[', '\\]\\]', ...placeholder].join('|'),
    'g',
  )
  scanners.set(lexicon, scanner)
  return scanner
}

const plain = /[^{}]*/y

const nameAfter = (source: string, from: number): string => {
  plain.lastIndex = from
  return plain.exec(source)?.[0] ?? ''
}

/** The tag whose braces end at `from`, and where it ends. */
const tagAt = (source: string, from: number): readonly [Token, number] => {
  const inner = nameAfter(source, from)
  const end = from + inner.length
  if (!source.startsWith('}}', end))
    return [problem('A tag that begins with {{ has no end }}.'), end]
  const name = inner.trim()
  if (name === '') return [problem('A tag, {{…}}, needs a name.'), end]
  return [{ kind: 'tag', name, quoted: false }, end + 2]
}

/** Whether quotes or a comment go on behind the end of a text, and would take in what follows it. */
export const staysOpen = (source: string, lexicon: Lexicon): boolean => {
  const followed = `${source} `
  const scanner = new RegExp(scannerOf(lexicon))
  for (let at = scanner.exec(source); at; at = scanner.exec(source)) {
    const [found, ...openings] = at
    const end = at.index + found.length
    const span = lexicon.spans[openings.findIndex((opening) => opening !== undefined)]
    const next = span?.end(followed, end, found)
    if (next !== undefined && next > source.length) return true
    if (next !== undefined) scanner.lastIndex = next
    else if (found.startsWith('{{')) scanner.lastIndex = tagAt(source, end)[1]
  }
  return false
}

/**
 * Reads a template from its beginning to its end, each character once. Of more than two braces in a
 * row the innermost two are the tag's; comments are text.
 */
export function* tokensOf(source: string, lexicon: Lexicon): Generator<Token> {
  const scanner = new RegExp(scannerOf(lexicon))
  // Text is handed on in long stretches: what is left alone is not looked at again.
  let done = 0
  for (let at = scanner.exec(source); at; at = scanner.exec(source)) {
    const [found, ...openings] = at
    const end = at.index + found.length
    const span = lexicon.spans[openings.findIndex((opening) => opening !== undefined)]
    if (span) {
      scanner.lastIndex = span.end(source, end, found)
      const content = source.slice(at.index, scanner.lastIndex)
      if (span.kind === 'comment' || !content.includes('{{')) continue
      yield text(source.slice(done, at.index))
      yield* quotedTokens(content)
      done = scanner.lastIndex
    } else if (found.startsWith('{{')) {
      yield text(source.slice(done, end - 2))
      const [tag, after] = tagAt(source, end)
      yield tag
      if (tag.kind === 'problem') return
      done = after
      scanner.lastIndex = after
    } else {
      yield text(source.slice(done, at.index))
      yield signs.get(found) ?? { kind: 'placeholder', text: found }
      done = end
    }
  }
  yield text(source.slice(done))
}
