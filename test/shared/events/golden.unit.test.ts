import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import type { EventType } from '../../../shared/events/event-type.ts'
import { eventCatalogue, upcast } from '../../../shared/events/index.ts'
import { recorded } from '../../support/recorded.ts'

/*
 * One file for each version an event type ever had: an example of its payload and, as JSON Schema,
 * the shape it had. The files of a type tell of the same occurrence, so an old one read today is
 * equal to the newest one. A payload may change with a new version, a new file and an upcaster only.
 */
const directory = new URL('../../fixtures/events/', import.meta.url)

const golden = (name: string, version: number) => {
  const file = new URL(`${name}.v${version}.json`, directory)
  return z
    .object({ data: z.record(z.string(), z.unknown()), schema: z.unknown() })
    .parse(JSON.parse(readFileSync(file, 'utf8')))
}

const entries: readonly (readonly [string, EventType])[] = Object.entries(eventCatalogue)
const versions = entries.flatMap(([name, { version: newest }]) =>
  Array.from({ length: newest }, (_, index) => ({ name, version: index + 1, newest })),
)

describe.each(versions)('$name, version $version', ({ name, version, newest }) => {
  test('is read today as its newest version', () => {
    const { data } = golden(name, version)
    const read = upcast(recorded({ type: name, data }, 1, { schemaVersion: version }))
    expect(read.data).toEqual(golden(name, newest).data)
    expect(read.schemaVersion).toBe(newest)
  })
})

test.each(entries)('%s has the shape its version was published with', (name, type) => {
  const { $schema: _, ...shape } = z.toJSONSchema(type.schema)
  expect(shape).toEqual(golden(name, type.version).schema)
})

test.each(entries)('the example of %s leaves nothing out', (name, type) => {
  const { properties = {} } = z.toJSONSchema(type.schema)
  expect(Object.keys(golden(name, type.version).data).sort()).toEqual(
    Object.keys(properties).sort(),
  )
})

test('there is a file for every version and no other', () => {
  const expected = versions.map(({ name, version }) => `${name}.v${version}.json`)
  expect(readdirSync(directory).sort()).toEqual(expected.sort())
  expect(expected.length).toBeGreaterThan(30)
})
