import { expect, test } from '@jest/globals'
import { logProgress } from '../../../../infra/main/read-models/log-progress.ts'

test('time left follows from the way that is covered: positions may be bytes', () => {
  const lines: unknown[] = []
  let now = 0
  const watch = logProgress({ info: (...line: unknown[]) => lines.push(line) }, () => now)
  const head = 10_000_000n
  watch({ doing: 'filling', position: 1_000_000n, head, events: 0 })
  now = 5_000
  watch({ doing: 'filling', position: 4_000_000n, head, events: 10_000 })
  now = 6_000
  watch({ doing: 'filling', position: 4_500_000n, head, events: 11_000 })
  now = 10_000
  watch({ doing: 'folding', position: 2_000_000n, head, events: 20_000 })
  now = 15_000
  watch({ doing: 'folding', position: 6_000_000n, head, events: 30_000 })
  expect(lines).toEqual([
    [{ events: 10_000, rate: 2_000, secondsLeft: 10 }, 'building read models'],
    [{ events: 20_000, rate: 2_000 }, 'verifying read models'],
    [{ events: 30_000, rate: 2_000, secondsLeft: 5 }, 'verifying read models'],
  ])
})
