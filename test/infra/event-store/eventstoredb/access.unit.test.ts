import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventStoreAddressProblem } from '../../../../infra/event-store/eventstoredb/address.ts'
import { eventStoreDb } from '../../../../infra/event-store/eventstoredb/event-store.ts'
import type { EventStore } from '../../../../shared/ports/event-store.ts'
import { collect, follow, someEvents, someStream } from '../../../support/events.ts'
import { selfSignedCertificate } from '../../../support/eventstoredb/certificate.ts'
import { type EventStoreDbServer, startEventStoreDb } from '../../../support/eventstoredb/server.ts'
import { until } from '../../../support/until.ts'

describe('a server with users', () => {
  const password = 'sesame & ö'
  let certificate: ReturnType<typeof selfSignedCertificate>
  let server: EventStoreDbServer
  const problems: unknown[] = []

  beforeAll(async () => {
    certificate = selfSignedCertificate()
    server = await startEventStoreDb({ tls: certificate, user: { name: 'svc', password } })
  })
  afterAll(() => {
    server?.stop()
    certificate?.remove()
  })

  const as = async (credentials: string, work: (store: EventStore) => Promise<void>) => {
    const address = server.url.replace('esdb://', `esdb://${credentials}`)
    const url = `${address}&tlsCAFile=${encodeURIComponent(certificate.path)}`
    const store = eventStoreDb({ url, onProblem: (error) => problems.push(error) })
    await work(store).finally(() => store.close())
  }

  test('lets in who has the password, over TLS', () =>
    as(`svc:${encodeURIComponent(password)}@`, async (store) => {
      const stream = someStream()
      expect(await store.append(stream, 'no_stream', someEvents(3))).toMatchObject({ status: 'ok' })
      expect(await collect(store.readStream(stream))).toHaveLength(3)
      const follower = follow(store)
      await follower.saw(3)
      await follower.stop()
    }))

  test.each(['svc:hush-hush@', ''])(
    'is unavailable to others, and nothing tells why in full: %j',
    (who) =>
      as(who, async (store) => {
        const refusals = await Promise.all(
          [
            store.append(someStream(), 'no_stream', someEvents(1)),
            collect(store.readAll()),
            store.head(),
          ].map((it) => it.then(() => undefined).catch((error: unknown) => error)),
        )
        for (const refusal of refusals) {
          expect(refusal).toMatchObject({ kind: 'unavailable' })
          expect(inspect(refusal, { depth: 9 })).not.toMatch(/hush|sesame/)
        }
        const follower = follow(store)
        await until(
          async () => problems.length,
          (count) => count > 0,
        )
        await follower.stop()
        expect(inspect(problems, { depth: 9 })).not.toMatch(/hush|sesame/)
      }),
  )
})

describe('an address', () => {
  test.each([
    'esdb://one.example:2113',
    'esdb://svc:p%40ss@one.example:2113?tls=true&tlsCAFile=%2Fetc%2Fca.pem',
    'esdb://svc:pass@one.example:2113,two.example:2113/?nodePreference=leader',
    'esdb+discover://svc:pass@cluster.example?keepAliveInterval=10000',
  ])('may be %s', (url) => {
    expect(eventStoreAddressProblem(url)).toBeUndefined()
  })

  test.each([
    'http://one.example:2113',
    'esdb://',
    'esdb://svc:hush@one example',
    // The client would print all of these, or let appends that failed look like others.
    'esdb://svc:hush@one.example?tlsVerifyCert=false',
    'esdb://svc:hush@one.example?throwOnAppendFailure=false',
    'esdb://svc:hush@one.example?colour=hush',
    'esdb://svc:%hush@one.example',
  ])('may not be %s, and is not repeated', (url) => {
    expect(eventStoreAddressProblem(url)).toMatch(
      /^(?!.*hush)(must be an address such as|may have)/,
    )
  })

  test('that the client cannot use after all stops the start without being told', () => {
    const open = () => eventStoreDb({ url: 'esdb://svc:hush@one.example:port?tls=yes' })
    expect(open).toThrow(expect.objectContaining({ name: 'StartupProblem' }))
    expect(open).not.toThrow(/hush/)
  })
})
