import { z } from 'zod'
import { flagInQuery, idInBody, idParams, name, paging, prose } from './common.ts'
import { endpoint } from './endpoint.ts'
import { snippetRecord } from './snippet-records.ts'

const path = '/api/native-query-snippet'
const tag = 'Snippet'

const read = { side: 'query', access: 'session', rate: 'metadata', tag } as const
const write = { side: 'command', access: 'session', rate: 'write', tag } as const

/** What can stand between `{{snippet:` and `}}`, around which spaces mean nothing. */
const snippetName = name()
  .refine((value) => value === value.trim(), 'must not begin or end with a space')
  .refine((value) => !value.includes('}'), 'must not contain "}"')

const content = z
  .string()
  .max(100_000, 'must have at most 100000 characters')
  .refine(
    (text) => !/[^\P{Cc}\n\r\t]/u.test(text),
    'must have no control characters other than line ends and tabs',
  )
const description = prose(10_000).nullish()
const collection_id = idInBody.nullish()

export const listSnippets = endpoint({
  ...read,
  method: 'GET',
  path,
  summary: 'List SQL snippets by name, for those who may write SQL; the archived or the others',
  query: z.object({ ...paging, archived: flagInQuery.default(false) }),
  response: z.array(snippetRecord),
})

export const getSnippet = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One SQL snippet',
  params: idParams,
  response: snippetRecord,
})

export const createSnippet = endpoint({
  ...write,
  method: 'POST',
  path,
  summary: 'Name a piece of SQL for queries to use; whoever may write SQL may',
  body: z.object({ name: snippetName, content, description, collection_id }),
  response: snippetRecord,
})

export const updateSnippet = endpoint({
  ...write,
  method: 'PUT',
  path: `${path}/:id`,
  summary: 'Change, rename, archive or restore a SQL snippet, with effect on all that use it',
  params: idParams,
  body: z.object({
    name: snippetName.nullish(),
    content: content.nullish(),
    description,
    collection_id,
    archived: z.boolean().nullish(),
  }),
  response: snippetRecord,
})
