import type { Tag } from '../../../shared/sql/template/tags.ts'
import type { SnippetRow } from '../../../shared/views/snippet.ts'
import type { Views } from '../../context.ts'
import type { Catalogue } from '../mbql/catalogue.ts'

type Wanted = { readonly ids: readonly number[]; readonly names: readonly string[] }
type Text = Pick<SnippetRow, 'id' | 'name' | 'content'>

/** Snippets by their ids and by their names; also archived ones, which queries may go on to use. */
const snippetsOf = (views: Views, { ids, names }: Wanted): Promise<readonly Text[]> =>
  views
    .selectFrom('snippets')
    .select(['id', 'name', 'content'])
    .where((it) => it.or([it('id', 'in', [...ids, 0]), it('name', 'in', [...names, ''])]))
    .execute()

/** The snippets read so far, each once. */
export type SnippetShelf = {
  /** Reads those that these tags stand for. */
  readonly fetch: (tags: readonly Tag[]) => Promise<void>
  readonly find: NonNullable<Catalogue['snippet']>
}

export const snippetShelf = (views: Views): SnippetShelf => {
  const byId = new Map<number, string>()
  const byName = new Map<string, string>()
  const asked = new Set<number | string>()
  const isNew = (key: number | string) => !asked.has(key) && asked.add(key)
  return {
    fetch: async (tags) => {
      const ids = tags.flatMap(({ snippetId }) => snippetId ?? []).filter(isNew)
      const names = tags.flatMap(({ snippetName }) => snippetName ?? []).filter(isNew)
      if (ids.length + names.length === 0) return
      for (const { id, name, content } of await snippetsOf(views, { ids, names })) {
        byId.set(id, content)
        byName.set(name, content)
      }
    },
    find: (id, name) => byId.get(id ?? 0) ?? byName.get(name ?? ''),
  }
}
