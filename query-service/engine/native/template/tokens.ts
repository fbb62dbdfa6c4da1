import type { Lexicon } from '../../../../shared/sql/lexicon.ts'

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

/**
 * Reads a template from its beginning to its end, each character once. Of more than two braces in a
 * row the innermost two are the tag's; comments are text.
 */
export function* tokensOf(source: string, lexicon: Lexicon): Generator<Token> {
  const scanner = new RegExp(scannerOf(lexicon))
  let done = 0
  for (let at = scanner.exec(source); at; at = scanner.exec(source)) {
    const [found, ...openings] = at
    const end = at.index + found.length
    if (at.index > done) yield text(source.slice(done, at.index))
    done = end
    const span = lexicon.spans[openings.findIndex((opening) => opening !== undefined)]
    if (span) {
      done = span.end(source, end, found)
      const content = source.slice(at.index, done)
      if (span.kind === 'quoted') yield* quotedTokens(content)
      else yield text(content)
    } else if (found === '[[' || found === ']]') {
      yield { kind: found === '[[' ? 'open' : 'close' }
    } else if (found.startsWith('{{')) {
      if (found.length > 2) yield text(found.slice(2))
      const inner = nameAfter(source, end)
      const name = inner.trim()
      if (!source.startsWith('}}', end + inner.length))
        return yield { kind: 'problem', message: 'A tag that begins with {{ has no end }}.' }
      if (name === '') return yield { kind: 'problem', message: 'A tag, {{…}}, needs a name.' }
      yield { kind: 'tag', name, quoted: false }
      done = end + inner.length + 2
    } else {
      yield { kind: 'placeholder', text: found }
    }
    scanner.lastIndex = done
  }
  if (done < source.length) yield text(source.slice(done))
}
