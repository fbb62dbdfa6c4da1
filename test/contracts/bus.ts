import { expect, test } from '@jest/globals'
import type { Bus, BusTopic } from '../../shared/ports/bus.ts'
import { until } from '../support/until.ts'

/** All that is heard of a topic, the newest last; undefined: look for yourself. */
export const heardOf = <T extends BusTopic>(bus: Bus, topic: T) => {
  const heard: unknown[] = []
  const stop = bus.subscribe(topic, (message) => heard.push(message))
  return {
    heard,
    stop,
    untilHeard: (count: number) =>
      until(
        async () => heard,
        ({ length }) => length >= count,
      ),
  }
}

/** A bus that is closed has sent what it was told to before, and sends nothing after. */
export const heardBeforeClosing = async (
  closing: Bus & { facts(): { readonly published: number } },
  listener: Bus,
): Promise<void> => {
  const { untilHeard, stop } = heardOf(listener, 'settings.changed')
  closing.publish('settings.changed', {})
  await closing.close()
  closing.publish('settings.changed', {})
  expect(await untilHeard(1)).toEqual([{}])
  expect(closing.facts().published).toBe(1)
  stop()
}

/**
 * What every bus does; each process of an installation has one. `telling` is how the position is
 * told, where that is not by `publish` alone.
 */
export const busContract = (
  processes: () => readonly [Bus, ...Bus[]],
  telling: (bus: Bus, position: string) => Promise<void> = async (bus, position) =>
    bus.publish('read-models.checkpoint', { position }),
): void => {
  test('tells every process how far something is, and nothing else', async () => {
    const all = processes().map((bus) => heardOf(bus, 'read-models.checkpoint'))
    const others = processes().map((bus) => heardOf(bus, 'log.appended'))
    await telling(processes()[0], '9007199254740993')
    for (const { untilHeard } of all)
      expect((await untilHeard(1))[0]).toEqual({ position: '9007199254740993' })
    expect(others.flatMap(({ heard }) => heard)).toEqual([])
    for (const { stop } of [...all, ...others]) stop()
  })

  test('tells the own process at once, and once', async () => {
    const [teller, another = teller] = processes()
    const [own, elsewhere] = [teller, another].map((bus) => heardOf(bus, 'settings.changed'))
    teller.publish('settings.changed', {})
    expect(own?.heard).toEqual([{}])
    await elsewhere?.untilHeard(1)
    another.publish('account-mails.added', {})
    expect(own?.heard).toEqual([{}])
    for (const it of [own, elsewhere]) it?.stop()
  })

  test('a process that stopped listening hears nothing; others of the same process do', async () => {
    const [teller, listener = teller] = processes()
    const [one, two] = [
      heardOf(listener, 'settings.changed'),
      heardOf(listener, 'settings.changed'),
    ]
    one.stop()
    one.stop()
    teller.publish('settings.changed', {})
    await two.untilHeard(1)
    expect(one.heard).toEqual([])
    two.stop()
  })

  test('a handler that throws keeps nobody else from hearing, nor the teller from going on', () => {
    const [teller] = processes()
    const stop = teller.subscribe('account-mails.added', () => {
      throw new Error('not my day')
    })
    const another = heardOf(teller, 'account-mails.added')
    teller.publish('account-mails.added', {})
    expect(another.heard).toEqual([{}])
    stop()
    another.stop()
  })
}
