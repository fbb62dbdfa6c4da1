import { afterAll, beforeAll, describe } from '@jest/globals'
import { shopQuestions } from '../../contracts/shop-questions.ts'
import { labEngines } from '../../support/engine-lab.ts'
import { openShop, type ShopLab } from '../../support/shop-lab.ts'

describe.each(labEngines)('questions on %s', (engine) => {
  let shop: ShopLab

  beforeAll(async () => {
    shop = await openShop(engine)
  }, 60_000)
  afterAll(() => shop.lab.close(), 30_000)

  shopQuestions(engine, () => shop)
})
