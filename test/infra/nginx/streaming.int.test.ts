import { readdirSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { sinkInto } from '../../../infra/http/sink-into.ts'
import { startTwoSides, type TwoSides } from '../../support/two-sides.ts'
import { until } from '../../support/until.ts'

let sides: TwoSides | undefined
afterEach(async () => {
  await sides?.stop()
  sides = undefined
})

const start = async (answer: RequestListener) => {
  sides = await startTwoSides(answer)
  return sides.nginx
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })

const exportAt = (url: string, signal: AbortSignal | null = null) =>
  fetch(`${url}/api/dataset/csv`, { method: 'POST', body: '{}', signal })

const openReader = async (response: Promise<Response>) => {
  const { body } = await response
  if (!body) throw new Error('no body')
  return body.getReader()
}

test('the first bytes of an export arrive before there are more', async () => {
  let finish: (() => void) | undefined
  const nginx = await start((_, response) => {
    response.setHeader('X-Accel-Buffering', 'no')
    response.write('a,b\n')
    finish = () => void response.end('1,2\n')
  })
  const reader = await openReader(exportAt(nginx.url))
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('a,b\n')
  finish?.()
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('1,2\n')
  expect((await reader.read()).done).toBe(true)
})

test.each([
  ['before its answer has begun', 0],
  ['in the middle of it', 1],
])('whoever leaves %s has it ended in the service', async (_, bytes) => {
  let isGone = false
  const nginx = await start((_, response) => {
    response.on('close', () => {
      isGone = true
    })
    response.setHeader('X-Accel-Buffering', 'no')
    if (bytes > 0) response.write('x')
  })
  const leaving = new AbortController()
  const answer = exportAt(nginx.url, leaving.signal)
  answer.catch(() => undefined)
  if (bytes > 0) await answer
  const asked = async () => sides?.query.flatMap((one) => one.asked).length ?? 0
  await until(asked, (count) => count > 0)
  leaving.abort()
  await until(
    async () => isGone,
    (gone) => gone,
    2_000,
  )
})

test.each([
  ['an export', { 'X-Accel-Buffering': 'no' }],
  ['any other answer', {}],
])('a reader who takes his time holds %s back, and no file is written', async (_, headers) => {
  const chunk = Buffer.alloc(65_536, 'x')
  const total = 400 * chunk.length
  let sent = 0
  const nginx = await start(async (_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const send = sinkInto(response)
    for (; sent < total; sent += chunk.length) await send(chunk)
    response.end()
  })
  const reader = await openReader(exportAt(nginx.url))
  const first = await reader.read()
  // Held back, it stands still.
  let before = -1
  await until(
    async () => {
      const isStill = before === sent
      before = sent
      await sleep(100)
      return isStill
    },
    (isStill) => isStill,
  )
  expect(sent).toBeLessThan(total)
  expect(filesIn(nginx.directory).filter((file) => !file.endsWith('nginx.pid'))).toEqual([])
  let received = first.value?.length ?? 0
  for (let next = await reader.read(); !next.done; next = await reader.read())
    received += next.value.length
  expect(sent).toBe(total)
  expect(received).toBe(total)
})
