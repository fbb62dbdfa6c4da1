import { Agent, request } from 'node:http'
import { quantile } from './measure.ts'

/** A request of the mix; `kind` is what its time is counted under. */
export type Call<K extends string> = {
  readonly kind: K
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

export type Load<K extends string> = {
  /** Answers per second, of all kinds. */
  readonly rate: number
  readonly errors: number
  /** What the first error was. */
  readonly firstError: string | undefined
  /** Milliseconds that this share of the calls of a kind took at most. */
  share(kind: K, share: number): number
}

type Options<K extends string> = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
  /** The next call of a connection, both counted from 0. */
  readonly next: (connection: number, nth: number) => Call<K>
  readonly progress?: (text: string) => void
}

const send = <K extends string>(agent: Agent, { url, headers }: Options<K>, call: Call<K>) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      `${url}${call.path}`,
      { agent, method: call.method, headers },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('error', reject)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject)
    sent.end(call.body === undefined ? undefined : JSON.stringify(call.body))
  })

/** Keeps so many connections busy, each with one call after the other, for so long. */
export const mixedLoad = async <K extends string>(options: Options<K>): Promise<Load<K>> => {
  const { connections, seconds, next, progress } = options
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times = new Map<K, number[]>()
  const errors: string[] = []
  const began = performance.now()
  const until = began + seconds * 1_000
  const busy = async (connection: number) => {
    for (let nth = 0; performance.now() < until; nth += 1) {
      const call = next(connection, nth)
      const asked = performance.now()
      const { status, text } = await send(agent, options, call).catch((error) => ({
        status: 0,
        text: String(error),
      }))
      if (status !== 200) errors.push(`${call.method} ${call.path} answered ${status}: ${text}`)
      const known = times.get(call.kind)
      const took = performance.now() - asked
      if (known) known.push(took)
      else times.set(call.kind, [took])
    }
  }
  const told = setInterval(() => {
    const left = Math.max(0, Math.round((until - performance.now()) / 1_000))
    progress?.(`${left} s to go`)
  }, 1_000)
  await Promise.all(Array.from({ length: connections }, (_, index) => busy(index)))
  clearInterval(told)
  agent.destroy()
  const took = (performance.now() - began) / 1_000
  const answered = [...times.values()].reduce((sum, { length }) => sum + length, 0)
  return {
    rate: answered / took,
    errors: errors.length,
    firstError: errors[0],
    share: (kind, share) => quantile(times.get(kind) ?? [], share),
  }
}
