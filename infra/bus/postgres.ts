import type { ClientConfig } from 'pg'
import type { BusTopic } from '../../shared/ports/bus.ts'
import { channelOf, defaultSchema } from '../event-store/postgres/schema.sql.ts'
import { listen } from '../postgres/listener.ts'
import { checkpointChannel } from '../read-models/projection-store.ts'
import type { ObservedBus } from './facts.ts'
import { type LinkWatcher, watchedLink } from './link.ts'
import { subscribers } from './subscribers.ts'
import { countedWire, encode, longestMessage } from './wire.ts'

/** Said by the very transactions that make the news: a position is all they say. */
const toldByTransactions: { readonly [T in BusTopic]?: string } = {
  'log.appended': channelOf(defaultSchema),
  'read-models.checkpoint': checkpointChannel,
}

const topicsOfChannels = new Map(
  Object.entries(toldByTransactions).map(([topic, channel]) => [channel, topic]),
)

/** Everything else goes over one channel, its topic first. */
const ownChannel = 'hints'

const topicAndText = (channel: string, payload: string): readonly [string, string] => {
  const topic = topicsOfChannels.get(channel)
  if (topic !== undefined) return [topic, JSON.stringify({ position: payload })]
  const space = payload.indexOf(' ')
  return [payload.slice(0, space), payload.slice(space + 1)]
}

export type PostgresBusOptions = LinkWatcher & {
  /** To a server that keeps sessions: no pooler in transaction mode. */
  readonly connection: ClientConfig
  readonly onProblem: (error: unknown) => void
}

/** Hints by LISTEN and NOTIFY, on one connection: for processes that share a database. */
export const postgresBus = (options: PostgresBusOptions): ObservedBus => {
  const own = subscribers(options.onProblem)
  const link = watchedLink(options)
  const wire = countedWire(own)
  const closed = new AbortController()

  const listener = listen(
    {
      connection: options.connection,
      name: 'hints-listener',
      channels: [ownChannel, ...topicsOfChannels.keys()],
      onHint: (hint) => {
        if (hint) {
          const { channel, payload = '' } = hint
          const [topic, text] = topicAndText(channel, payload)
          wire.heard(topic, payload.length > longestMessage ? undefined : text)
        } else {
          link.back()
          own.tellAllToLook()
        }
      },
      onProblem: link.lost,
    },
    closed.signal,
  )

  return {
    publish: (topic, message) => {
      own.tell(topic, message)
      if (toldByTransactions[topic] !== undefined) return
      if (listener.notify(ownChannel, `${topic} ${encode(message)}`)) wire.sent()
    },
    subscribe: own.add,
    facts: () => ({ kind: 'postgres', ...link.state(), ...wire.counts() }),
    close: async () => {
      own.clear()
      await listener.flushed()
      closed.abort()
      await listener.ended
    },
  }
}
