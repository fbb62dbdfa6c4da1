import { type NatsServer, startNats } from '../../support/nats.ts'
import { type RedisServer, startRedis } from '../../support/redis.ts'

/** A server that forgets everything when it is stopped, for good or until it is started again. */
export type KeptProgram = {
  readonly url: string
  /** As `kill -9` does, with all it had. */
  stop(): Promise<void>
  /** At the same address; does nothing while it runs. */
  ensure(): Promise<void>
}

const kept = async (
  start: (at?: string) => Promise<NatsServer | RedisServer>,
): Promise<KeptProgram> => {
  let running: NatsServer | undefined = await start()
  const { url } = running
  return {
    url,
    async stop() {
      await running?.stop()
      running = undefined
    },
    async ensure() {
      running ??= await start(url)
    },
  }
}

export const keptNats = (): Promise<KeptProgram> => kept(startNats)
export const keptRedis = (): Promise<KeptProgram> => kept(startRedis)
