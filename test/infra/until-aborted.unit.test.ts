import { getEventListeners } from 'node:events'
import { expect, test } from '@jest/globals'
import { untilAborted } from '../../infra/until-aborted.ts'

const never = new Promise<never>(() => undefined)
const work = async (result: number) => result

test('what is done leaves nothing behind at a signal that lives on', async () => {
  const { signal } = new AbortController()
  for (let turn = 0; turn < 100; turn += 1)
    expect(await untilAborted(work(turn), signal)).toBe(turn)
  await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('what is under way, and what comes later, ends with the reason', async () => {
  const lost = new AbortController()
  const under = expect(untilAborted(never, lost.signal)).rejects.toThrow('gone')
  lost.abort(new Error('gone'))
  await under
  await expect(untilAborted(work(1), lost.signal)).rejects.toThrow('gone')
})
