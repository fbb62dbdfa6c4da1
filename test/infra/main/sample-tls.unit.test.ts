import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { clientConfigOf } from '../../../infra/database/address.ts'
import { sampleTls } from '../../../infra/main/sample-tls.ts'

const directory = mkdtempSync(join(tmpdir(), 'root-'))
const root = join(directory, 'root.pem')
writeFileSync(root, 'a root certificate')
afterAll(() => rmSync(directory, { recursive: true }))

test.each([
  ['', {}],
  ['?sslmode=disable', {}],
  ['?sslmode=require', { ssl: true, 'ssl-mode': 'require' }],
  [
    `?sslmode=verify-ca&sslrootcert=${root}`,
    { ssl: true, 'ssl-mode': 'verify-ca', 'ssl-root-cert': 'a root certificate' },
  ],
  [
    `?sslrootcert=${root}`,
    { ssl: true, 'ssl-mode': 'verify-full', 'ssl-root-cert': 'a root certificate' },
  ],
])('the sample of a database at …%s is reached as it is', (parameters, details) => {
  const url = `postgres://db.example/analytics${parameters}`
  expect(sampleTls(url, clientConfigOf(url))).toEqual(details)
})
