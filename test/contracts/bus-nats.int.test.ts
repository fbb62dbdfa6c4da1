import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { freeNatsUrl, type NatsServer, onNats, startNats } from '../support/nats.ts'
import { aNatsBus, type TestBus, untilConnected } from '../support/some-buses.ts'
import { until } from '../support/until.ts'
import { busContract, heardBeforeClosing, heardOf } from './bus.ts'

describe('buses on one NATS', () => {
  let server: NatsServer
  let one: TestBus
  let two: TestBus
  beforeAll(async () => {
    server = await startNats()
    one = aNatsBus(server.url)
    two = aNatsBus(server.url)
    await untilConnected(one, two)
  })
  afterAll(async () => {
    await Promise.all([one, two].map((bus) => bus?.close()))
    await server?.stop()
  })

  busContract(() => [one, two])

  test('an installation of another name on the same server hears nothing', async () => {
    const stranger = aNatsBus(server.url, 'another')
    await untilConnected(stranger)
    const [theirs, ours] = [stranger, two].map((bus) => heardOf(bus, 'settings.changed'))
    one.publish('settings.changed', {})
    await ours?.untilHeard(1)
    stranger.publish('account-mails.added', {})
    await stranger.close()
    expect(theirs?.heard).toEqual([])
    expect(stranger.facts().received).toBe(0)
    ours?.stop()
  })

  test('what is no message of ours is counted, and nobody hears of it', async () => {
    const before = two.facts().ignored
    const all = (['log.appended', 'settings.changed'] as const).map((it) => heardOf(two, it))
    const forged: readonly (readonly [string, string | Uint8Array])[] = [
      ['log.appended', '{"position":7}'],
      ['log.appended', '{"position":"1e9"}'],
      ['log.appended', '{"position":"7","data":{}}'],
      ['log.appended', 'null'],
      ['log.appended', ''],
      ['log.appended', new Uint8Array([0xff, 0xfe, 0])],
      ['settings.changed', `{${' '.repeat(900_000)}}`],
      ['__proto__', '{}'],
      ['no.such.topic', '{}'],
    ]
    await onNats(server.url, async (connection) => {
      for (const [topic, text] of forged) connection.publish(`analytics.one.${topic}`, text)
      await connection.flush()
    })
    await until(
      async () => two.facts().ignored - before,
      (ignored) => ignored === forged.length,
    )
    expect(all.flatMap(({ heard }) => heard)).toEqual([])
    expect(two.told).toEqual([])
    for (const { stop } of all) stop()
  })

  test('a server that is killed with all it kept: nobody fails, and everybody looks when it is back', async () => {
    const { heard, untilHeard, stop } = heardOf(two, 'account-mails.added')
    await server.stop()
    await until(
      async () => [one, two].map((bus) => bus.facts().connected),
      (connected) => !connected.includes(true),
    )
    one.publish('account-mails.added', {})
    server = await startNats(server.url)
    await untilHeard(1)
    expect(heard).toEqual([undefined])
    await untilConnected(one, two)
    one.publish('account-mails.added', {})
    expect(await untilHeard(2)).toEqual([undefined, {}])
    expect(two.told.map((line) => line.split(':')[0])).toEqual(['lost', 'back'])
    stop()
  })

  test('what was told last is heard although the teller is closed at once', async () => {
    const closing = aNatsBus(server.url)
    await untilConnected(closing)
    await heardBeforeClosing(closing, two)
  })

  test('a wrong password is told of once, without it; who has it is let in', async () => {
    const url = server.url.replace(/:[0-9a-f]+@/, ':not-the-password@')
    const outside = aNatsBus(url)
    const { heard } = heardOf(outside, 'settings.changed')
    await until(
      async () => outside.told.length,
      (length) => length > 0,
    )
    one.publish('settings.changed', {})
    outside.publish('account-mails.added', {})
    expect(outside.told).toEqual(["lost: 'Authorization Violation'"])
    expect(outside.facts()).toMatchObject({ connected: false, published: 0, received: 0 })
    expect(heard).toEqual([])
    await outside.close()
  })

  test('what its user may not do is told of once, and nothing fails', async () => {
    const strict = await startNats(undefined, '{ publish: "elsewhere.>" }')
    const mute = aNatsBus(strict.url)
    await untilConnected(mute)
    for (let n = 0; n < 20; n += 1) mute.publish('settings.changed', {})
    await until(
      async () => mute.told.length,
      (length) => length > 0,
    )
    await mute.close()
    await strict.stop()
    const told = mute.told
    const silent = await startNats(undefined, '{ subscribe: "elsewhere.>" }')
    const deaf = aNatsBus(silent.url)
    await until(
      async () => deaf.told.length,
      (length) => length > 0,
    )
    expect(deaf.facts().connected).toBe(false)
    await deaf.close()
    await silent.stop()
    expect(told).toHaveLength(1)
    expect([...told, ...deaf.told].join()).toMatch(/permissions.violation.*permissions.violation/i)
  })

  test('a server that is away from the start is waited for by nobody, and found when it comes', async () => {
    const url = await freeNatsUrl()
    const early = aNatsBus(url)
    const { untilHeard } = heardOf(early, 'settings.changed')
    early.publish('account-mails.added', {})
    await until(
      async () => early.told.length,
      (length) => length > 0,
    )
    const late = await startNats(url)
    expect(await untilHeard(1)).toEqual([undefined])
    expect(early.facts()).toMatchObject({ connected: true, published: 0 })
    await early.close()
    const never = aNatsBus(await freeNatsUrl())
    await never.close()
    await late.stop()
  })
})
