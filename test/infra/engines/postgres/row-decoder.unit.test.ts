import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { messageFrames } from '../../../../infra/engines/postgres/message-frames.ts'
import { rowDecoder, type WireRow } from '../../../../infra/engines/postgres/row-decoder.ts'

const maxBytes = 1024 * 1024

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const message = (type: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(type), int32(body.length + 4), body])

const dataRow = (row: WireRow): Buffer => {
  const cells = row.map((cell) => {
    if (cell === null) return int32(-1)
    const bytes = Buffer.from(cell)
    return Buffer.concat([int32(bytes.length), bytes])
  })
  return message('D', Buffer.concat([int32(row.length).subarray(2), ...cells]))
}

/** Cuts bytes at the given places, which may lie anywhere and in any order. */
const cutAt = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const cuts = [0, ...places.map((it) => it % (bytes.length + 1)), bytes.length]
  cuts.sort((one, other) => one - other)
  return cuts.slice(1).map((end, index) => Buffer.from(bytes.subarray(cuts[index], end)))
}

const receive = (chunks: readonly Buffer[]) => {
  const rows: WireRow[] = []
  const others: string[] = []
  let unreadable = 0
  const decode = rowDecoder()
  const push = messageFrames(
    {
      message(bytes, start, end) {
        if (bytes[start] === 0x44) rows.push(decode(bytes, start, end))
        else others.push(bytes.toString('latin1', start, end))
      },
      unreadable() {
        unreadable += 1
      },
    },
    maxBytes,
  )
  for (const chunk of chunks) push(chunk)
  return { rows, others, unreadable }
}

const cell = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(null, '', 'é', 'x'.repeat(127), 'x'.repeat(128), `${'x'.repeat(300)}漢`),
)

test('rows arrive as they were sent, wherever the network cuts them', () => {
  const rows = fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 12 })
  const places = fc.array(fc.nat(), { maxLength: 20 })
  fc.assert(
    fc.property(rows, places, (sent, cuts) => {
      const notice = message('N', Buffer.from('between'))
      const bytes = Buffer.concat(sent.flatMap((row) => [dataRow(row), notice]))
      const received = receive(cutAt(bytes, cuts))
      expect(received.rows).toEqual(sent)
      expect(received.others).toEqual(sent.map(() => notice.toString('latin1')))
      expect(received.unreadable).toBe(0)
    }),
  )
})

test('byte by byte, too', () => {
  const sent = [['1', null, ''], ['漢🙂', 'é'], []]
  const bytes = Buffer.concat(sent.map(dataRow))
  expect(receive([...bytes].map((byte) => Buffer.from([byte]))).rows).toEqual(sent)
})

test('large cells beside small ones, in chunks of every size', () => {
  const sent = [
    ['a', 'é'.repeat(200_000), null, 'b'],
    ['x'.repeat(300_000), 'c'],
  ]
  const bytes = Buffer.concat(sent.map(dataRow))
  for (const size of [1_000, 65_536, bytes.length]) {
    const places = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => at * size)
    expect(receive(cutAt(bytes, places)).rows).toEqual(sent)
  }
})

test.each([
  ['longer than the bound', int32(maxBytes)],
  ['shorter than its own length', int32(3)],
  ['of a negative length', int32(-1)],
])('a message %s ends the reading', (_, length) => {
  const bytes = Buffer.concat([dataRow(['1']), Buffer.from('D'), length, dataRow(['2'])])
  const received = receive([bytes, dataRow(['3'])])
  expect(received).toMatchObject({ rows: [['1']], unreadable: 1 })
})

test('a row that lies about its lengths harms nobody', () => {
  const lies = [
    Buffer.from([0xff, 0xff]),
    Buffer.concat([Buffer.from([0, 2]), int32(0x7fffffff), Buffer.from('abc')]),
    Buffer.alloc(0),
  ]
  for (const lie of lies) {
    const { rows } = receive([Buffer.concat([message('D', lie), dataRow(['next'])])])
    expect(rows.at(-1)).toEqual(['next'])
    expect(rows[0]?.length).toBeLessThan(3)
  }
})
