import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { loginsOf } from '../../../infra/database/logins.ts'
import { grantsScript } from '../../../infra/migrations/grants.ts'
import { migrations } from '../../../infra/migrations/index.ts'

/**
 * A release with an owner's login gives and takes rights whenever it starts. What keeps an older one
 * from taking back what a newer gave is that it refuses a database with migrations it does not know:
 * so other rights need a new migration, if only an empty one, and then a new line here.
 */
const rightsAsOf = { migration: '0025-query-partitions', fingerprint: '2f60eabe9683e55d' }

test('rights change together with a migration, so that no older release takes them back', () => {
  const script = grantsScript(loginsOf('analytics_app'), 'analytics')
  expect({
    migration: Object.keys(migrations).at(-1),
    fingerprint: createHash('sha256').update(script).digest('hex').slice(0, 16),
  }).toEqual(rightsAsOf)
})
