import { expect, test } from '@jest/globals'
import type { Bus, BusTopic } from '../../shared/ports/bus.ts'
import { until } from '../support/until.ts'

/** All that is heard of a topic, the newest last. */
export const heardOf = <T extends BusTopic>(bus: Bus, topic: T) => {
  const heard: unknown[] = []
  const stop = bus.subscribe(topic, (message) => heard.push(message))
  return { heard, stop }
}

const settled = <T>(ask: () => T, isRight: (answer: T) => boolean) =>
  until(async () => ask(), isRight)

/** What every bus does; each process of an installation has one. */
export const busContract = (processes: () => readonly [Bus, ...Bus[]]): void => {
  test('tells every process, this one at once, of a topic and of no other', async () => {
    const [teller] = processes()
    const all = processes().map((bus) => heardOf(bus, 'log.appended'))
    const others = processes().map((bus) => heardOf(bus, 'settings.changed'))
    teller.publish('log.appended', { position: '9007199254740993' })
    expect(all[0]?.heard).toEqual([{ position: '9007199254740993' }])
    for (const { heard } of all) {
      await settled(
        () => heard.length,
        (length) => length > 0,
      )
      expect(heard).toEqual([{ position: '9007199254740993' }])
    }
    expect(others.map(({ heard }) => heard)).toEqual(processes().map(() => []))
    for (const { stop } of [...all, ...others]) stop()
  })

  test('a process that stopped listening hears nothing; others of the same process do', async () => {
    const listener = processes().at(-1) ?? processes()[0]
    const one = heardOf(listener, 'settings.changed')
    const two = heardOf(listener, 'settings.changed')
    one.stop()
    one.stop()
    processes()[0].publish('settings.changed', {})
    await settled(
      () => two.heard.length,
      (length) => length === 1,
    )
    expect(one.heard).toEqual([])
    two.stop()
  })

  test('a handler that throws keeps nobody else from hearing, nor the teller from going on', async () => {
    const [teller] = processes()
    const stop = teller.subscribe('account-mails.added', () => {
      throw new Error('not my day')
    })
    const { heard, stop: stopToo } = heardOf(teller, 'account-mails.added')
    teller.publish('account-mails.added', {})
    expect(heard).toEqual([{}])
    stop()
    stopToo()
  })
}
