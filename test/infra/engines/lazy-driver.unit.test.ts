import { expect, test } from '@jest/globals'
import { lazyDriver } from '../../../infra/engines/lazy-driver.ts'
import type { EngineDriver } from '../../../shared/ports/engine-driver.ts'

const details = { host: 'nowhere.example.com', port: 1, dbname: 'x', user: 'y' }

test('is loaded once it is asked; what could not be loaded is loaded when it is asked again', async () => {
  let loads = 0
  const closed: string[] = []
  const driver = lazyDriver('mongo', async () => {
    loads++
    if (loads === 1) throw new Error('no file handles')
    const loaded: Partial<EngineDriver> = {
      test: async () => ({ warning: 'old' }),
      close: async () => void closed.push('mongo'),
    }
    return loaded as EngineDriver
  })
  await driver.release(1)
  await driver.close()
  expect(loads).toBe(0)
  await expect(driver.test(details)).rejects.toThrow('no file handles')
  await driver.release(1)
  await driver.close()
  expect([loads, closed]).toEqual([1, []])
  expect(await driver.test(details)).toEqual({ warning: 'old' })
  await driver.test(details)
  await driver.close()
  expect([loads, closed]).toEqual([2, ['mongo']])
})
