import { templateOf } from '../../../shared/sql/template/language.ts'
import type { NativeQuery } from '../../../shared/sql/template/native-query.ts'
import { tagsIn } from '../../../shared/sql/template/parse.ts'
import { type Tag, type Tags, tagNamed } from '../../../shared/sql/template/tags.ts'
import type { SnippetShelf } from './snippets.ts'
import { fieldIdOf } from './tagged-column.ts'

/** Ids of what native queries name by their tags. */
export type Names = { readonly cards: ReadonlySet<number>; readonly fields: ReadonlySet<number> }

const usedIn = (text: string, tags: Tags, engine: string): readonly Tag[] =>
  [...new Set(tagsIn(templateOf(text, engine).pieces))].flatMap(
    (name) => tagNamed(name, tags) ?? [],
  )

/** What native queries name, also by the snippets in them, which are read into `shelf`. */
export const namesIn = async (
  natives: readonly NativeQuery[],
  engine: string,
  shelf: SnippetShelf,
): Promise<Names> => {
  const cards = new Set<number>()
  const fields = new Set<number>()
  for (const { text, tags } of natives) {
    const seen = new Set([text])
    for (let texts = [text]; texts.length > 0; ) {
      const used = texts.flatMap((one) => usedIn(one, tags, engine))
      for (const tag of used) {
        if (tag.type === 'card' && tag.cardId !== undefined) cards.add(tag.cardId)
        const field = fieldIdOf(tag)
        if (field !== undefined) fields.add(field)
      }
      const snippets = used.filter(({ type }) => type === 'snippet')
      await shelf.fetch(snippets)
      const contents = snippets.flatMap((tag) => shelf.find(tag.snippetId, tag.snippetName) ?? [])
      texts = [...new Set(contents)].filter((content) => !seen.has(content))
      for (const content of texts) seen.add(content)
    }
  }
  return { cards, fields }
}
