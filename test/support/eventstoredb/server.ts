import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import {
  Server,
  ServerCredentials,
  type ServerInterceptor,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { onlyFor, type User } from './access.ts'
import { appendHandler } from './append.ts'
import { batchAppendHandler } from './batch-append.ts'
import { featuresHandler, gossipHandler } from './cluster.ts'
import { type Faults, faultPlan } from './faults.ts'
import { keptIn, keptNowhere } from './kept-lines.ts'
import { type ServerLog, serverLog } from './log.ts'
import { readHandler } from './read.ts'

export type EventStoreDbOptions = {
  /** 0: any. */
  readonly port?: number
  /** Where the log is kept beyond the life of the process; in memory when absent. */
  readonly file?: string
  /** PEM. With it the node speaks TLS, and calls carry credentials. */
  readonly tls?: { readonly key: Buffer; readonly certificate: Buffer }
  /** The only one who may call. Needs TLS: the client sends no credentials without. */
  readonly user?: User
  /** The node's clock, in milliseconds since 1970. */
  readonly now?: () => number
}

/** A node of one, for tests: EventStoreDB's protocol over a log of its own. */
export type EventStoreDbServer = {
  /** As EVENTSTORE_URL takes it. */
  readonly url: string
  readonly port: number
  readonly log: ServerLog
  readonly faults: Faults
  /** Every connection breaks, whatever is under way; the log stays. */
  crash(): void
  /** Listens again, on the same port, with the same log. */
  restart(): Promise<void>
  stop(): void
}

const host = '127.0.0.1'
const megabytes = 1024 * 1024

const credentialsOf = ({ tls }: EventStoreDbOptions): ServerCredentials =>
  tls
    ? ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }])
    : ServerCredentials.createInsecure()

export const startEventStoreDb = async (
  options: EventStoreDbOptions = {},
): Promise<EventStoreDbServer> => {
  const { file, now = Date.now } = options
  const log = serverLog(file === undefined ? keptNowhere() : keptIn(file), now)
  const faults = faultPlan()
  let port = options.port ?? 0
  const services: readonly (readonly [
    Parameters<Server['addService']>[0],
    UntypedServiceImplementation,
  ])[] = [
    [
      streams.StreamsService,
      {
        read: readHandler(log, faults),
        append: appendHandler(log, faults),
        batchAppend: batchAppendHandler(log, faults, now),
      },
    ],
    [features.ServerFeaturesService, { getSupportedMethods: featuresHandler(faults) }],
    [gossip.GossipService, { read: gossipHandler(() => port) }],
  ]
  const interceptors: ServerInterceptor[] = options.user ? [onlyFor(options.user)] : []

  const listen = async (): Promise<Server> => {
    const server = new Server({
      'grpc.max_receive_message_length': 17 * megabytes,
      interceptors,
    })
    for (const [service, implementation] of services) server.addService(service, implementation)
    port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`${host}:${port}`, credentialsOf(options), (error, bound) =>
        error ? reject(error) : resolve(bound),
      )
    })
    return server
  }

  let server = await listen()
  return {
    get url() {
      return options.tls ? `esdb://localhost:${port}?tls=true` : `esdb://${host}:${port}?tls=false`
    },
    get port() {
      return port
    },
    log,
    faults,
    crash: () => server.forceShutdown(),
    restart: async () => {
      server = await listen()
    },
    stop() {
      server.forceShutdown()
      log.close()
    },
  }
}
