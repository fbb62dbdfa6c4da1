import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { publicKeyFrom } from '../../../infra/audit/signing.ts'
import { verifyFile } from '../../../infra/audit/verify/verify.ts'

const fixture = (name: string) =>
  new URL(`../../fixtures/evidence/${name}`, import.meta.url).pathname

test('a file of the first release is still what was signed', async () => {
  const publicKey = publicKeyFrom(readFileSync(fixture('v1.pem'), 'utf8'))
  if (!publicKey) throw new Error('no key')
  const { problems, lines, manifest } = await verifyFile(fixture('v1.jsonl'), { publicKey })
  expect(problems).toEqual([])
  expect({ lines, root: manifest?.root }).toEqual({
    lines: 15,
    root: 'e949cbb9fda1e9ee7234430b2a1f1dac7cc9f2427357293a182c95b04d158332',
  })
})
