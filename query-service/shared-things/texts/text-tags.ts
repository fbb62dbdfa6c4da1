import type { Json } from '../../../shared/kernel/json.ts'

/** A whole `[[…]]`, or a `{{tag}}` by itself: no part of a text is looked at twice. */
const pieces = /\[\[([^[\]]*)\]\]|\{\{([^{}]*)\}\}/g
const tag = /\{\{([^{}]*)\}\}/g

/** What Markdown would take for more than text, a bare address among it. */
const marks = /[\\`*_[\](){}<>#~!:]/g

/** A value as it is put into Markdown: it says what it says and does nothing. */
export const inMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(marks, '\\$&')
    // Nor does it begin a list, where it begins a line.
    .replace(/^[-+]/, '\\$&')
    .replace(/^(\d{1,9})\.(?=\s|$)/, '$1\\.')

type Mapping = { readonly [key: string]: Json }

/** The tags of a text, and which parameter each is mapped to. */
export const tagsIn = (
  mappings: readonly Mapping[],
): readonly { readonly tag: string; readonly parameterId: Json | undefined }[] =>
  mappings.flatMap(({ parameter_id: parameterId, target }) =>
    Array.isArray(target) && target[0] === 'text-tag'
      ? [{ tag: String(target[1]), parameterId }]
      : [],
  )

/**
 * A text with what its tags stand for. A tag nobody has a value for stays as it is; what is optional
 * loses its brackets once all of it is known.
 * @param isWhole no more values will come: what is optional and not known goes
 */
export const filledText = (
  text: string,
  values: ReadonlyMap<string, string>,
  isWhole: boolean,
): string => {
  const fill = (whole: string, name: string) => values.get(name.trim()) ?? whole

  const optional = (whole: string, inner: string): string => {
    const names = [...inner.matchAll(tag)].map(([, name = '']) => name.trim())
    if (names.length === 0) return whole
    const filled = inner.replace(tag, fill)
    if (names.every((name) => values.has(name))) return filled
    return isWhole ? '' : `[[${filled}]]`
  }

  return text.replace(pieces, (whole: string, inner?: string, name?: string) =>
    name === undefined ? optional(whole, inner ?? '') : fill(whole, name),
  )
}
