import type { Express, Response } from 'express'

/** One thing the service needs; answers what is wrong with it, or nothing. */
export type Check = () => Promise<string | undefined>

export type Readiness = Readonly<Record<string, Check>>

/** What is told beside that and keeps nobody from asking. */
export type Notes = Readonly<Record<string, () => string>>

/** A check that has not answered by then counts as failed. */
const limitMs = 2_000

const inTime = (check: Check): Promise<string | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer'), limitMs)
  })
  return Promise.race([check().catch(() => 'not reachable'), late]).finally(() =>
    clearTimeout(timer),
  )
}

const answer = (response: Response, status: number, body: object) => {
  response.setHeader('Cache-Control', 'no-store')
  response.status(status).json(body)
}

/**
 * `/livez`: the process runs. `/readyz`: it can serve, part by part; 503 names what is missing and
 * says nothing of where it is.
 */
export const mountHealth = (app: Express, readiness: Readiness, notes: Notes): void => {
  app.get('/livez', (_, response) => answer(response, 200, { status: 'ok' }))
  app.get('/readyz', async (_, response) => {
    const results = await Promise.all(
      Object.entries(readiness).map(
        async ([name, check]) => [name, (await inTime(check)) ?? 'ok'] as const,
      ),
    )
    const ready = results.every(([, state]) => state === 'ok')
    answer(response, ready ? 200 : 503, {
      status: ready ? 'ok' : 'unavailable',
      checks: Object.fromEntries(results),
      ...Object.fromEntries(Object.entries(notes).map(([name, note]) => [name, note()])),
    })
  })
}
