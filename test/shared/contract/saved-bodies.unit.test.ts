import { expect, test } from '@jest/globals'
import { createCard, updateCard } from '../../../shared/contract/card.ts'
import { saveDashboard, saveDashboardIn } from '../../../shared/contract/dashboard-save.ts'
import { createSubscription } from '../../../shared/contract/subscription.ts'

const question = {
  name: 'Q',
  display: 'table',
  dataset_query: { type: 'query', database: 1, query: { 'source-table': 1 } },
  visualization_settings: {},
}

test('parameters of a question have an id of their own each, or none', () => {
  const isTaken = (...ids: (string | undefined)[]) => {
    const parameters = ids.map((id) => ({ type: 'string/=', ...(id !== undefined && { id }) }))
    const [made, changed] = [
      createCard.body?.safeParse({ ...question, parameters }),
      updateCard.body?.safeParse({ parameters }),
    ]
    expect(changed?.success).toBe(made?.success)
    return made?.success
  }
  expect(isTaken('a', 'b')).toBe(true)
  expect(isTaken(undefined, undefined, 'a')).toBe(true)
  expect(isTaken('a', 'b', 'a')).toBe(false)
})

test('a dashboard is saved with 200 new questions at most, wherever they stand', () => {
  const place = { row: 0, col: 0, sizeX: 1, sizeY: 1 }
  const repeated = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)
  const messages = (...dashcards: object[]) =>
    [saveDashboard, saveDashboardIn].map(({ body }) => {
      const error = body?.safeParse({ name: 'D', dashcards }).error
      return error?.issues.map(({ path, message }) => `${path} ${message}`) ?? []
    })
  const withSeries = { ...place, card: question, series: repeated(99, question) }
  const saved = { ...place, card: { id: 7 }, series: repeated(100, { id: 8 }) }
  expect(messages(withSeries, withSeries, saved, saved, saved, place)).toEqual([[], []])
  const more = { ...place, card: { ...question, id: -1 } }
  const refused = ['dashcards must have no more than 200 questions that are not saved yet']
  expect(messages(withSeries, withSeries, more)).toEqual([refused, refused])
})

test('what a filter of a subscription is set to can be asked for; each is set once', () => {
  const channels = [{ channel_type: 'email', schedule_type: 'hourly', recipients: [{ id: 1 }] }]
  const isTaken = (...values: unknown[]) => {
    const parameters = values.map((value, place) => ({ id: `${place}`, value }))
    return createSubscription.body?.safeParse({ channels, parameters }).success
  }
  expect(isTaken('a', 1, true, null, undefined, [], ['a', 2], [1, null])).toBe(true)
  for (const value of [{}, { a: 1 }, [['a']], [{}]]) expect(isTaken(value)).toBe(false)
  const twice = [
    { id: 'a', value: 1 },
    { id: 'a', value: 2 },
  ]
  const { error } = createSubscription.body?.safeParse({ channels, parameters: twice }) ?? {}
  expect(error?.issues).toMatchObject([{ path: ['parameters'] }])
})
