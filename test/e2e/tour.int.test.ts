import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGuide } from '../../infra/cli/tour/guide.ts'
import type { Credentials } from '../../infra/cli/tour/log-in.ts'
import { takeTour } from '../../infra/cli/tour/take-tour.ts'
import {
  adminEmail,
  adminPassword,
  startTestService,
  type TestService,
} from '../support/service.ts'

let app: TestService
let directory: string

beforeAll(async () => {
  app = await startTestService({ unset: true })
  directory = await mkdtemp(join(tmpdir(), 'tour-'))
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await rm(directory, { recursive: true, force: true })
})

/** Takes the tour; answers all it wrote. */
const tour = async (credentials: Partial<Credentials>, url = app.url): Promise<string> => {
  const written: string[] = []
  await takeTour({
    url,
    credentials: { email: undefined, password: undefined, ...credentials },
    ask: () => Promise.reject(new Error('nobody is there to ask')),
    file: join(directory, 'orders.csv'),
    guide: createGuide((text) => written.push(text), false),
  })
  return written.join('')
}

describe('the tour', () => {
  test('sets up a fresh service, shows it all and leaves', async () => {
    const text = await tour({ email: adminEmail, password: adminPassword })
    expect(text).toContain(`Ada Lovelace <${adminEmail}>, user 1, an admin`)
    expect(text).toMatch(/orders {2,}9 {2}Confirmed orders/)
    expect(text).toMatch(/2025 {2}█{40} \$495,236 from 7,341 orders/)
    expect(text).toContain('GROUP BY')
    expect(text).toMatch(/Garden {2,}\$449,262/)
    expect(text).toMatch(/1\.1 MB, 21,000 rows, [\d,]+ rows\/s/)
    expect(text).toMatch(/Refused: .*read-only transaction/)
    expect(text).toContain('401')
    const file = await readFile(join(directory, 'orders.csv'), 'utf8')
    expect(file.trimEnd().split('\n')).toHaveLength(21_001)
  }, 60_000)

  test('shows every request as a line to copy, and no secret', async () => {
    const text = await tour({ email: adminEmail, password: adminPassword })
    expect(text.match(/\$ curl /g)?.length).toBeGreaterThanOrEqual(10)
    expect(text).toContain(`-X POST ${app.url}/api/session`)
    expect(text).not.toContain(adminPassword)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}/)
  }, 60_000)

  test('says in a sentence what is wrong', async () => {
    await expect(tour({ email: adminEmail, password: 'not this one' })).rejects.toThrow(
      `The service does not know this password of ${adminEmail}.`,
    )
    await expect(tour({}, 'http://127.0.0.1:9')).rejects.toThrow(
      'No service answers at http://127.0.0.1:9. Start it first: npm start',
    )
  })
})
