import { describe, expect, test } from '@jest/globals'
import { localBus } from '../../infra/bus/local.ts'
import { busContract, heardOf } from './bus.ts'

describe('a bus within one process', () => {
  const bus = localBus()
  busContract(() => [bus])

  test('says nothing any more once it is closed, and takes what is said', async () => {
    const closing = localBus()
    const { heard } = heardOf(closing, 'settings.changed')
    await closing.close()
    closing.publish('settings.changed', {})
    expect(heard).toEqual([])
  })
})
