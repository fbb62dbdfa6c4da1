import { test } from '@jest/globals'
import { groupDecider } from '../../../command-service/group/decider.ts'
import { givenFor } from '../../support/given.ts'

const given = givenFor(groupDecider)
const data = { groupId: 1, name: 'All Users' }

test('a group is created', () =>
  given().when({ type: 'CreateGroup', data }).then({ type: 'GroupCreated', data }))

test('once', () => given({ type: 'GroupCreated', data }).when({ type: 'CreateGroup', data }).then())
