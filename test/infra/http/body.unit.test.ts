import { PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import { readBody } from '../../../infra/http/body.ts'
import { runQuery } from '../../../shared/contract/dataset.ts'

const requestOf = () => Object.assign(new PassThrough(), { headers: {} }) as never
const read = (request: never) => readBody(runQuery, request, {} as never)

test.each([
  ['before', (request: PassThrough) => request.destroy()],
  ['while', (request: PassThrough) => void setImmediate(() => request.destroy())],
])('a body whose sender left %s it was read is refused, not waited for', async (_, leave) => {
  const request = requestOf()
  leave(request)
  await expect(read(request)).rejects.toMatchObject({ kind: 'validation' })
})
