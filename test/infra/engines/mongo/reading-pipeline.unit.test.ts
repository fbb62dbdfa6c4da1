import { describe, expect, test } from '@jest/globals'
import { readStatement } from '../../../../infra/engines/mongo/statement.ts'

const refusal = (collection: unknown, pipeline: unknown): string | undefined => {
  try {
    readStatement(JSON.stringify({ collection, pipeline }))
    return undefined
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'thrown'
  }
}

const out = { $out: 'stolen' }
const code = { $function: { body: 'function() { return 1 }', args: [], lang: 'js' } }

describe('a pipeline', () => {
  test('that reads may run', () => {
    const reading = [
      { $match: { a: { $gt: 1 }, at: { $lt: { $date: '2026-01-01T00:00:00Z' } } } },
      { $lookup: { from: 'b', localField: 'x', foreignField: 'y', as: 'z' } },
      { $lookup: { from: 'b', let: {}, pipeline: [{ $match: {} }], as: 'z' } },
      { $lookup: { pipeline: [{ $documents: [{ a: 1 }] }], as: 'z' } },
      { $unionWith: 'c' },
      { $unionWith: { coll: 'c', pipeline: [{ $limit: 1 }] } },
      { $facet: { a: [{ $count: 'n' }], b: [] } },
      {
        $graphLookup: {
          from: 'b',
          startWith: '$a',
          connectFromField: 'a',
          connectToField: 'b',
          as: 'c',
        },
      },
      { $group: { _id: null, n: { $sum: 1 } } },
    ]
    expect(refusal('a', reading)).toBeUndefined()
    expect(refusal('a', [])).toBeUndefined()
  })

  test.each([
    ['$out', [out]],
    ['$merge', [{ $match: {} }, { $merge: { into: 'x' } }]],
    ['$out in $lookup', [{ $lookup: { from: 'b', pipeline: [out], as: 'c' } }]],
    ['$out in $unionWith', [{ $unionWith: { coll: 'b', pipeline: [out] } }]],
    ['$out in $facet', [{ $facet: { a: [out] } }]],
    [
      '$merge far within',
      [
        {
          $lookup: {
            from: 'b',
            as: 'c',
            pipeline: [{ $unionWith: { coll: 'd', pipeline: [{ $merge: 'x' }] } }],
          },
        },
      ],
    ],
    ['$currentOp', [{ $currentOp: { allUsers: true } }]],
    ['$listSessions', [{ $listSessions: {} }]],
    ['$listLocalSessions', [{ $listLocalSessions: {} }]],
    ['$collStats', [{ $collStats: {} }]],
    ['$indexStats', [{ $indexStats: {} }]],
    ['$planCacheStats', [{ $planCacheStats: {} }]],
    ['$changeStream', [{ $changeStream: {} }]],
    ['a stage nobody knows yet', [{ $writeSomewhere: {} }]],
    ['__proto__', JSON.parse('[{"__proto__": {}}]')],
    ['two stages in one', [{ $match: {}, $out: 'x' }]],
    ['no stage', [{}]],
    ['text for a stage', ['$out']],
    ['null for a stage', [null]],
    ['another database in $lookup', [{ $lookup: { from: { db: 'admin', coll: 'x' }, as: 'c' } }]],
    ['another database in $unionWith', [{ $unionWith: { db: 'admin', coll: 'a' } }]],
    ['accounts in $lookup', [{ $lookup: { from: 'system.users', as: 'c' } }]],
    ['accounts in $unionWith', [{ $unionWith: 'system.users' }]],
    ['accounts in $graphLookup', [{ $graphLookup: { from: 'system.users' } }]],
    ['$where', [{ $match: { $where: 'sleep(1000)' } }]],
    ['$function', [{ $project: { a: code } }]],
    ['$function within', [{ $match: { $or: [{ $expr: { $and: [code] } }] } }]],
    ['$accumulator', [{ $group: { _id: null, a: { $accumulator: {} } } }]],
    ['code', [{ $project: { a: { $literal: { $code: 'x' } } } }]],
    ['no list', { $match: {} }],
    ['none', undefined],
  ])('with %s may not', (_, pipeline) => {
    expect(refusal('a', pipeline)).toMatch(/^QueryProblem: /)
  })

  test.each([undefined, '', 1, null, {}, 'system.users', 'system.js', 'system.profile'])(
    'on %p may not',
    (collection) => expect(refusal(collection, [])).toMatch(/^QueryProblem: /),
  )

  test('has to be JSON', () => {
    const deep = `{"collection": "a", "pipeline": ${'['.repeat(200_000)}`
    for (const text of ['', 'db.orders.find()', '[]', 'null', '{"collection"', deep])
      expect(() => readStatement(text)).toThrow(expect.objectContaining({ errorType: 'db' }))
  })
})
