import type { RequestListener, ServerResponse } from 'node:http'
import { setApiHeaders } from './api-headers.ts'

/** One thing the service needs; answers what is wrong with it, or nothing. */
export type Check = () => Promise<string | undefined>

export type Readiness = Readonly<Record<string, Check>>

/** What is told beside that and keeps nobody from asking. */
export type Notes = Readonly<Record<string, () => string | Promise<string>>>

/** What machines that watch this process are told, as it is now. */
export type Health = {
  readonly status: 'starting' | 'running' | 'stopping'
  readonly readiness: Readiness
  readonly notes: Notes
}

/** A check that has not answered by then counts as failed. */
const limitMs = 2_000

const inTime = <T>(said: Promise<T>): Promise<T | string> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer'), limitMs)
  })
  return Promise.race([said.catch(() => 'not reachable'), late]).finally(() => clearTimeout(timer))
}

const allOf = async <T>(
  named: Readonly<Record<string, T>>,
  ask: (one: T) => Promise<string | undefined>,
) =>
  Promise.all(
    Object.entries(named).map(
      async ([name, one]) => [name, (await inTime(ask(one))) ?? 'ok'] as const,
    ),
  )

const answer = (response: ServerResponse, status: number, body: object): void => {
  setApiHeaders(response)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.statusCode = status
  response.end(JSON.stringify(body))
}

const sayReady = async (response: ServerResponse, { status, readiness, notes }: Health) => {
  const [results, noted] = await Promise.all([
    allOf(readiness, (check) => check()),
    allOf(notes, async (note) => note()),
  ])
  const isReady = status === 'running' && results.every(([, state]) => state === 'ok')
  const unready = status === 'running' ? 'unavailable' : status
  answer(response, isReady ? 200 : 503, {
    status: isReady ? 'ok' : unready,
    checks: Object.fromEntries(results),
    ...Object.fromEntries(noted),
  })
}

/**
 * `/livez`: the process runs. `/readyz`: it can serve, part by part; 503 names what is missing and
 * says nothing of where it is.
 * @returns undefined for any other request.
 */
export const healthListener =
  (current: () => Health) =>
  (method: string | undefined, url: string | undefined): RequestListener | undefined => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const path = url?.split('?', 1)[0]
    if (path === '/livez') return (_, response) => answer(response, 200, { status: 'ok' })
    if (path === '/readyz') return (_, response) => void sayReady(response, current())
    return undefined
  }
