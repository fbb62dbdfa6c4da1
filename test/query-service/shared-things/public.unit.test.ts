import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { z } from 'zod'
import { completedResult, failedResult } from '../../../query-service/engine/result.ts'
import { plainly } from '../../../query-service/shared-things/plainly.ts'
import { publicCard } from '../../../query-service/shared-things/public-card.ts'
import { publicDashboard } from '../../../query-service/shared-things/public-dashboard.ts'
import { publicResult } from '../../../query-service/shared-things/public-result.ts'
import { publicSettings } from '../../../query-service/shared-things/public-settings.ts'
import {
  publicCardRecord,
  publicDashboardRecord,
  publicResultRecord,
} from '../../../shared/contract/public-records.ts'
import { Refusal, type RefusalKind } from '../../../shared/kernel/refusal.ts'
import { missingParameters } from '../../../shared/sql/template/problems.ts'
import type { DashcardRow } from '../../../shared/views/dashboard.ts'
import { undeclaredKeys } from '../../support/undeclared-keys.ts'

const secret = 'select secret from hidden'

/** Whatever else there may be of a thing, now or after the next change. */
const more = fc.dictionary(
  fc.string().map((key) => `x-${key}`),
  fc.constantFrom<unknown>(secret, [secret], { [secret]: secret }),
)

/** A thing holds nothing but what its shape names, and nothing that is secret. */
const expectPublic = (shape: z.ZodType, shown: unknown) => {
  expect(undeclaredKeys(shape, shown)).toEqual([])
  expect(shape.safeParse(shown).error?.issues ?? []).toEqual([])
  expect(JSON.stringify(shown)).not.toContain(secret)
}

const elsewhere = { dataset_query: secret, click_behavior: { targetId: secret } }

/** A link to something that is not shared, with what clients put beside it. */
const link = {
  url: 'https://x.example',
  name: 'X',
  collection_id: 4,
  entity: {
    id: 9,
    name: 'Private salaries',
    description: 'secret',
    collection_id: 4,
    database_id: 2,
    dataset_query: { native: { query: 'select 1' } },
  },
}

const tag = { id: 'c', name: 'city', 'display-name': 'City', type: 'text', default: secret }

const cardWith = (extra: object) => ({
  ...extra,
  id: 1,
  name: 'How many',
  description: null,
  display: 'scalar',
  visualization_settings: { 'table.pivot': false, virtual_card: { dataset_query: secret } },
  dataset_query: {
    type: 'native',
    database: 7,
    native: {
      query: `${secret} where {{city}}`,
      'template-tags': { city: tag, '#3': { name: '#3', type: 'card', 'card-id': 3 } },
    },
  },
  parameters: [
    {
      ...extra,
      id: 'c',
      name: 'City',
      type: 'string/=',
      values_source_type: 'card',
      values_source_config: { card_id: 5, value_field: secret },
    },
  ],
  database_id: 7,
  result_metadata: [{ name: secret }],
  email: secret,
  collection_name: secret,
})

const column = (extra: object) => ({
  ...extra,
  name: 'n',
  display_name: 'N',
  base_type: 'type/Integer' as const,
  effective_type: 'type/Integer' as const,
  semantic_type: null,
  source: 'fields' as const,
  field_ref: ['field', 1, null],
  table_id: 12,
  description: secret,
  fingerprint: secret,
})

const run = {
  databaseId: 7,
  jsonQuery: { native: { query: secret } },
  context: secret,
  startedAt: secret,
  runningTime: 1,
}

test('how a thing is shown goes without what it is from, and what a click does', () => {
  const shown = publicSettings({
    'table.pivot': false,
    text: 'a',
    ...elsewhere,
    column_settings: { '["name","n"]': { suffix: ' €', ...elsewhere } },
    series_settings: { database_id: { color: 'red' }, link: { color: 'blue' } },
    link,
    virtual_card: {
      id: 3,
      display: 'link',
      database_id: 2,
      visualization_settings: { link, database_id: 2, 'graph.show': [elsewhere] },
    },
  })
  const left = { url: 'https://x.example', name: 'X' }
  expect(shown).toEqual({
    'table.pivot': false,
    text: 'a',
    column_settings: { '["name","n"]': { suffix: ' €' } },
    series_settings: { database_id: { color: 'red' }, link: { color: 'blue' } },
    link: left,
    virtual_card: {
      display: 'link',
      visualization_settings: { link: left, 'graph.show': [{}] },
    },
  })
  expect(publicSettings({ link: 'a', virtual_card: [link] })).toEqual({})
})

test('a question is shown without what it asks, whatever it holds', () => {
  fc.assert(
    fc.property(more, (extra) => {
      const shown = publicCard(cardWith(extra), {})
      expectPublic(publicCardRecord, shown)
      expect(shown.dataset_query).toEqual({
        type: 'native',
        native: { 'template-tags': { city: { name: 'city' } } },
      })
      expect(shown.parameters).toEqual([
        { id: 'c', name: 'City', type: 'string/=', values_source_type: 'card' },
      ])
    }),
  )
  const { dataset_query } = publicCard({ ...cardWith({}), parameters: [] }, {})
  expect(dataset_query).toEqual({ type: 'native', native: { 'template-tags': {} } })
})

test('a dashboard is shown without what is put away, and without filters that are taken out', () => {
  fc.assert(
    fc.property(more, (extra) => {
      const map = (id: string) => ({ ...extra, parameter_id: id, card_id: 1, target: null })
      const row = (id: number, cardId: number | null): DashcardRow => ({
        ...extra,
        id,
        dashboard_id: 9,
        card_id: cardId,
        action_id: null,
        tab_id: null,
        row: 0,
        col: 0,
        size_x: 4,
        size_y: 4,
        parameter_mappings: [map('shown'), map('locked')],
        visualization_settings: {},
        series: [1, 2],
        created_at: secret,
        updated_at: secret,
      })
      const dashboard = {
        ...extra,
        id: 9,
        name: 'All',
        description: null,
        tabs: [{ ...extra, id: 4, name: 'First' }],
        auto_apply_filters: true,
        width: 'fixed' as const,
        parameters: [{ ...extra, id: 'shown', type: 'id' }],
        embedding_params: secret,
      }
      const shown = publicDashboard(dashboard, {
        dashcards: [row(1, 1), row(2, 2), row(3, null)],
        cards: new Map([[1, cardWith(extra)]]),
        paramFields: {},
      })
      expectPublic(publicDashboardRecord, shown)
      expect(shown.dashcards.map(({ id, series }) => [id, series.length])).toEqual([
        [1, 1],
        [3, 1],
      ])
      expect(JSON.stringify(shown)).not.toContain('locked')
    }),
  )
})

test('a result is shown without statement, query and table', () => {
  fc.assert(
    fc.property(more, (extra) => {
      const result = completedResult(
        {
          columns: [column(extra)],
          rows: [[1]],
          truncatedAt: 1,
          timeZone: 'UTC',
          executed: { sql: secret, parameters: [secret] },
        },
        run,
      )
      const shown = publicResult({ ...extra, ...result }, [])
      expectPublic(publicResultRecord, shown)
      expect(shown.data).toMatchObject({ rows: [[1]], rows_truncated: 1, results_timezone: 'UTC' })
      expect(JSON.stringify(shown)).not.toMatch(/table_id|database|native_form|json_query/)
    }),
  )
})

test('of a failure only what is missing is told, where it is shown', () => {
  const failed = (errorType: string, message = secret, shown: readonly { name?: string }[] = []) =>
    publicResult(failedResult({ message, errorType, state: '42P01' }, run), shown)
  expectPublic(publicResultRecord, failed('db'))
  expect(failed('db')).toMatchObject({ status: 'failed', error_type: 'db' })

  const missing = (names: readonly string[], ...shown: readonly string[]) => {
    const { message, errorType } = missingParameters(names)
    const { error } = failed(errorType, message, [{}, ...shown.map((name) => ({ name }))])
    return error === message ? 'told' : error
  }
  const generic = failed('db').error
  expect(missing(['City'], 'City', 'State')).toBe('told')
  expect(missing(['a "b" \\', 'State'], 'State', 'a "b" \\')).toBe('told')
  expect(missing(['City'])).toBe(generic)
  expect(missing(['City', 'hidden'], 'City')).toBe(generic)
  expect(missing(['"City"'], 'City')).toBe(generic)
})

test('refusals are told in words about nothing, as what they are or as nothing there', async () => {
  const told = async (kind: RefusalKind) => {
    const extras = { errors: { [secret]: secret }, body: { secret }, retryAfter: 3 }
    const refused = plainly(() => Promise.reject(new Refusal(kind, secret, extras)))
    const refusal: Refusal = await refused.catch((error) => error)
    expect(JSON.stringify([refusal.message, refusal.extras])).not.toContain(secret)
    return refusal.kind
  }
  expect(await told('validation')).toBe('validation')
  expect(await told('unavailable')).toBe('unavailable')
  expect(await told('forbidden')).toBe('not-found')
  expect(await told('not-found')).toBe('not-found')
  await expect(plainly(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
})
