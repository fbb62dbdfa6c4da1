import { describe, expect, test } from '@jest/globals'
import { Decimal128, Double, Int32, Long } from 'mongodb'
import { columnsOf, keysOf } from '../../../../infra/engines/mongo/columns.ts'
import { fieldLearner } from '../../../../infra/engines/mongo/fields.ts'

const fieldsOf = (...documents: readonly Record<string, unknown>[]) => {
  const learner = fieldLearner()
  for (const document of documents) learner.see(document)
  return learner.fields()
}

const typesOf = (...values: readonly unknown[]) => {
  const [, field] = fieldsOf(...values.map((v) => ({ _id: 'x', v })))
  return [field?.databaseType, field?.baseType]
}

describe('fields learnt from documents', () => {
  test('begin with the key, and follow the documents they are in, three deep', () => {
    const documents = [
      { b: 1, _id: 'x', address: { city: 'Oslo', at: { lat: 1, more: { deep: 1 } } } },
      { c: 1, address: { zip: '1' } },
    ]
    const fields = fieldsOf(...documents)
    expect(fields.map(({ name, position }) => [position, name])).toEqual([
      [1, '_id'],
      [2, 'b'],
      [3, 'address'],
      [4, 'address.city'],
      [5, 'address.at'],
      [6, 'address.at.lat'],
      [7, 'address.at.more'],
      [8, 'address.zip'],
      [9, 'c'],
    ])
    expect(fields[0]).toEqual({
      name: '_id',
      position: 1,
      databaseType: 'string',
      baseType: 'type/Text',
      nullable: false,
      primaryKey: true,
      description: null,
    })
    expect(fields[1]).toMatchObject({ nullable: true, primaryKey: false })
  })

  test('have the type that all values share', () => {
    const [int, long, double] = [new Int32(1), Long.fromNumber(1), new Double(1)]
    expect(typesOf(int, int)).toEqual(['int', 'type/Integer'])
    expect(typesOf(int, long)).toEqual(['long', 'type/BigInteger'])
    expect(typesOf(double, int)).toEqual(['double', 'type/Float'])
    expect(typesOf(int, Decimal128.fromString('1'), double)).toEqual(['decimal', 'type/Decimal'])
    expect(typesOf(null, int, undefined)).toEqual(['int', 'type/Integer'])
    expect(typesOf(int, 'a', int)).toEqual(['mixed', 'type/*'])
    expect(typesOf(null)).toEqual(['null', 'type/*'])
    expect(typesOf({ a: 1 }, [1])).toEqual(['mixed', 'type/*'])
  })

  test('leave out what no path can say, and have an end', () => {
    const odd = { _id: 1, 'a.b': 1, $c: 1, '': 1, constructor: 1, ['__proto__']: 1, ok: 1 }
    expect(fieldsOf(odd).map(({ name }) => name)).toEqual(['_id', 'constructor', '__proto__', 'ok'])
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]))
    expect(fieldsOf(many)).toHaveLength(1_000)
  })
})

describe('columns', () => {
  test('are what the last stage says', () => {
    expect(keysOf([{ $project: { _id: 0, a: '$x', b: 1, c: false } }])).toEqual(['a', 'b'])
    expect(keysOf([{ $project: { _id: new Int32(0), a: new Int32(1) } }])).toEqual(['a'])
    expect(keysOf([{ $project: { a: 1 } }])).toEqual(['_id', 'a'])
    expect(keysOf([{ $replaceWith: { b: '$x', a: '$y' } }])).toEqual(['b', 'a'])
    expect(keysOf([{ $replaceWith: '$x' }])).toBeUndefined()
    expect(keysOf([{ $match: {} }])).toBeUndefined()
    expect(keysOf([])).toBeUndefined()
  })

  test('or all keys of the documents, the key first', () => {
    const documents = [
      { b: new Int32(1), _id: 'x' },
      { a: 'text', b: new Double(2) },
    ]
    expect(columnsOf(documents)).toEqual([
      { name: '_id', databaseType: 'string', baseType: 'type/Text' },
      { name: 'b', databaseType: 'double', baseType: 'type/Float' },
      { name: 'a', databaseType: 'string', baseType: 'type/Text' },
    ])
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]))
    expect(columnsOf([many])).toHaveLength(1_000)
    expect(columnsOf([], ['n'])).toEqual([{ name: 'n', databaseType: 'null', baseType: 'type/*' }])
  })
})
