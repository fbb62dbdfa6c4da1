import type { RequestListener } from 'node:http'
import type { NginxOptions } from '../../infra/nginx/options.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { startUpstream, type TinyUpstream } from './tiny-upstream.ts'

export type TwoSides = {
  readonly nginx: Nginx
  readonly command: readonly TinyUpstream[]
  readonly query: readonly TinyUpstream[]
  /** All that a side was asked, and forgets by being read. */
  taken(side: 'command' | 'query'): TinyUpstream['asked']
  stop(): Promise<void>
}

const startSide = (name: string, answer: RequestListener | undefined) =>
  Promise.all([1, 2].map((nth) => startUpstream(`${name}-${nth}`, answer)))

/** nginx before two processes of each side that only say who they are, or what they are told to. */
export const startTwoSides = async (
  answer?: RequestListener,
  options: Partial<NginxOptions> = {},
): Promise<TwoSides> => {
  const [command, query] = await Promise.all([
    startSide('command', answer),
    startSide('query', answer),
  ])
  const addressesOf = (side: readonly TinyUpstream[]) => side.map(({ address }) => address)
  const sides = { command, query }
  const nginx = await startNginx(
    { command: addressesOf(command), query: addressesOf(query) },
    options,
  )
  return {
    nginx,
    ...sides,
    taken: (side) => sides[side].flatMap(({ asked }) => asked.splice(0)),
    stop: async () => {
      await nginx.stop()
      await Promise.all([...command, ...query].map((one) => one.stop()))
    },
  }
}
