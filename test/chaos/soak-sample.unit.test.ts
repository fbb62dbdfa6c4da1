import { expect, test } from '@jest/globals'
import { chart, csvHead, csvLine, judge, type Sample, warmUp } from './soak-sample.ts'

const calm: Sample = {
  ...{ at: 0, memory: 400, files: 120, connections: 30, delay: 4, lag: 20 },
  ...{ requests: 100, failures: 0 },
}

/** A sample every ten seconds for an hour; `how` says what becomes of it by the time. */
const hour = (how: (at: number) => Partial<Sample> = () => ({})): readonly Sample[] =>
  Array.from({ length: 360 }, (_, n) => ({ ...calm, at: n * 10, ...how(n * 10) }))

const wrong = (samples: readonly Sample[]) =>
  judge(samples)
    .filter(({ ok }) => !ok)
    .map(({ text }) => text.split(' ')[0])

test('an hour in which nothing grows is in order, also where it began with less', () => {
  expect(wrong(hour())).toEqual([])
  expect(wrong(hour((at) => ({ memory: at < warmUp ? 200 : 400 })))).toEqual([])
})

test('what grows is told by its name', () => {
  expect(wrong(hour((at) => ({ memory: 400 + at / 20 })))).toEqual(['memory'])
  expect(wrong(hour((at) => ({ files: 100 + at / 20 })))).toEqual(['files'])
  expect(wrong(hour((at) => ({ connections: 20 + at / 100 })))).toEqual(['connections'])
})

test('one slow moment is none, many are', () => {
  expect(wrong(hour((at) => ({ delay: at === 100 ? 900 : 4 })))).toEqual([])
  expect(wrong(hour((at) => ({ delay: at % 50 === 0 ? 900 : 4 })))).toEqual(['delay'])
  expect(wrong(hour((at) => ({ lag: at % 50 === 0 ? 5_000 : 20 })))).toEqual(['lag'])
})

test('a request that failed is one too many', () => {
  expect(wrong(hour((at) => ({ failures: at > 3_000 ? 1 : 0 })))).toEqual(['1'])
})

test('a run that ended early is judged by what there is', () => {
  expect(judge([]).every(({ ok }) => ok)).toBe(true)
  const texts = judge(hour().slice(0, 30)).map(({ text }) => text)
  expect(texts).toContain('too short to say whether anything grows')
})

test('samples are told as CSV and drawn', () => {
  expect(csvLine({ ...calm, at: 10.04, delay: 3.26 })).toBe('10,400,120,30,3.3,20,100,0')
  expect(csvHead.split(',')).toHaveLength(csvLine(calm).split(',').length)
  expect(chart(hour()).match(/<polyline/g)).toHaveLength(5)
  expect(chart([])).toContain('</svg>')
})
