import { describe } from '@jest/globals'
import { shopQuestions } from '../../../contracts/shop-questions.ts'
import { openPipelineShop } from '../../../support/pipeline-shop.ts'

describe('questions as pipelines', () => {
  const shop = openPipelineShop()
  shopQuestions('mongo', () => shop, [
    'a right join keeps what is on the other side',
    'SQL is a source too',
    'SQL whose fields nobody names shows all of them',
    // All moments are instants here, which take no source time zone.
    'convert-timezone of a bucket',
  ])
})
