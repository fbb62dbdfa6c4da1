import * as contract from '../../shared/contract/snippet.ts'
import { on, type QueryRoute } from '../context.ts'
import { page } from '../paging.ts'
import { refuseUnlessWriter } from '../rights.ts'
import { listSnippets, readableSnippet } from '../snippets.ts'

export const snippetRoutes: readonly QueryRoute[] = [
  on(contract.listSnippets, async ({ query }, { actor, views, header }) => {
    await refuseUnlessWriter(views, actor)
    return page(await listSnippets(views, actor, query.archived), query, header)
  }),

  on(contract.getSnippet, async ({ params: { id } }, { actor, views }) => {
    await refuseUnlessWriter(views, actor)
    return readableSnippet(views, actor, id)
  }),
]
