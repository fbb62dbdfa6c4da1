import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { coreProjections } from '../../projections/index.ts'
import { applyBatch } from '../../projections/runtime/apply.ts'
import { readModelTables } from '../../shared/views/index.ts'
import { feedsFrom } from '../support/memory-tables.ts'
import { recorded, reveal } from '../support/recorded.ts'

const directory = new URL('../fixtures/events/', import.meta.url)

/** The newest example of each event type: they leave no key out, so handlers do all they can. */
const examples = readdirSync(directory).map((file) => {
  const [type = '', version = 'v1'] = file.split('.')
  const { data } = JSON.parse(readFileSync(new URL(file, directory), 'utf8'))
  return recorded({ type, data }, 1, { schemaVersion: Number(version.slice(1)) })
})

test('every table has one owner', () => {
  const owned = coreProjections.flatMap(({ views }) => views.map(({ name }) => name))
  expect([...owned].sort()).toEqual(Object.keys(readModelTables).sort())
})

test.each(coreProjections.map((projection) => [projection.name, projection] as const))(
  '%s writes its own tables and no others',
  (_, projection) => {
    const written = examples.flatMap((event) => {
      const { outcomes, stopped } = applyBatch(feedsFrom([projection]), [event], reveal)
      expect(stopped).toBeUndefined()
      return [...outcomes.values()].flatMap(({ changes, failures }) => {
        expect(failures).toEqual([])
        return changes.changes().map(({ view }) => view.name)
      })
    })
    expect(written).not.toEqual([])
    expect(projection.views.map(({ name }) => name)).toEqual(expect.arrayContaining(written))
  },
)
