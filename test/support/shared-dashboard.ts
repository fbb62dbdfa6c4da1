import type { Caller } from './caller.ts'

/** What names on it try to be. */
export const injection = '<img src=x onerror=alert(1)>'

/** A dashboard of the sample database with a card of each kind, and the link to it. */
export type SharedDashboard = {
  readonly dashboard: { readonly id: number; readonly dashcardId: number; readonly textId: number }
  /** The question in its middle, a bar chart, which is shared by itself as well. */
  readonly cardId: number
  readonly uuid: string
  readonly cardUuid: string
}

type Fields = Readonly<Record<string, number>>

const fieldsOf = async (admin: Caller, databaseId: number, table: string) => {
  const { body: tables } = await admin.get(`/api/database/${databaseId}/schema/public`)
  const { id } = tables.find(({ name }: { name: string }) => name === table)
  const { body } = await admin.get(`/api/table/${id}/query_metadata`)
  const fields: Fields = Object.fromEntries(
    body.fields.map((field: { name: string; id: number }) => [field.name, field.id]),
  )
  return { id, fields }
}

const made = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(JSON.stringify(body))
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is the test's to say
  return body as any
}

/** @param admin whose questions they are; the sample database is synced by then */
export const shareDashboard = async (admin: Caller): Promise<SharedDashboard> => {
  const { body: databases } = await admin.get('/api/database')
  const database: number = databases.data[0].id
  await admin.synced(database)
  const products = await fieldsOf(admin, database, 'products')
  const category = ['field', products.fields.category, null]

  const save = (name: string, display: string, dataset_query: object, more: object = {}) =>
    made(
      admin.post('/api/card', {
        name,
        display,
        dataset_query,
        visualization_settings: {},
        ...more,
      }),
    )
  const structured = (query: object) => ({
    database,
    type: 'query',
    query: { 'source-table': products.id, ...query },
  })
  const native = (query: string) => ({ database, type: 'native', native: { query } })

  const byCategory = await save(
    'Products by category',
    'bar',
    structured({ aggregation: [['count']], breakout: [category] }),
  )
  const count = await save('Number of products', 'scalar', structured({ aggregation: [['count']] }))
  const all = await save('All products', 'table', structured({}))
  const failing = await save('Broken', 'table', native('select 1 / 0 as secret_column'))
  const nothing = await save(injection, 'table', native('select 1 as one where false'))
  const byDay = await save(
    'Prices over time',
    'line',
    structured({
      aggregation: [['avg', ['field', products.fields.price, null]]],
      breakout: [['field', products.fields.created_at, { 'temporal-unit': 'month' }]],
    }),
  )

  const most = await save(
    'Highest price',
    'bar',
    structured({
      aggregation: [['max', ['field', products.fields.price, null]]],
      breakout: [['field', products.fields.created_at, { 'temporal-unit': 'month' }]],
    }),
  )

  const pivoted = await save(
    'Products by vendor',
    'pivot',
    structured({
      aggregation: [['count']],
      breakout: [category, ['field', products.fields.vendor, null]],
    }),
    {
      visualization_settings: {
        'pivot_table.column_split': {
          rows: [['field', products.fields.vendor, null]],
          columns: [category],
          values: [['aggregation', 0]],
        },
      },
    },
  )

  const button = await made(
    admin.post('/api/action', {
      name: 'Rename',
      type: 'query',
      model_id: all.id,
      database_id: database,
      dataset_query: native('update products set title = {{title}}'),
    }),
  )

  const parameters = [
    { id: 'cat', slug: 'category', name: 'Category', type: 'string/=', sectionId: 'string' },
    { id: 'price', slug: 'price', name: 'Price at least', type: 'number/>=' },
    { id: 'when', slug: 'on_sale', name: 'On sale since', type: 'date/all-options' },
  ]
  const target = (field: string) => ['dimension', ['field', products.fields[field], null]]
  const mapped = (card: { id: number }) => [
    { parameter_id: 'cat', card_id: card.id, target: target('category') },
    { parameter_id: 'price', card_id: card.id, target: target('price') },
    { parameter_id: 'when', card_id: card.id, target: target('created_at') },
  ]
  const at = (row: number, col: number, sizeX: number, sizeY: number) => ({
    row,
    col,
    sizeX,
    sizeY,
  })
  const text = (display: string, words: string) => ({
    card_id: null,
    visualization_settings: { virtual_card: { display }, text: words },
  })
  const dashboard = await made(admin.post('/api/dashboard', { name: 'The shop <b>today</b>' }))
  const tabs = [
    { id: -1, name: 'Products' },
    { id: -2, name: 'Details' },
  ]
  const cards = [
    { ...text('heading', 'What we sell'), ...at(0, 0, 12, 1) },
    { card_id: count.id, parameter_mappings: mapped(count), ...at(1, 0, 4, 3) },
    {
      ...text(
        'text',
        `**Note** ${injection} [docs](https://example.com) [x](javascript:alert(1))[[ on {{what}}]]`,
      ),
      parameter_mappings: [{ parameter_id: 'cat', target: ['text-tag', 'what'] }],
      ...at(1, 4, 8, 3),
    },
    { card_id: byCategory.id, parameter_mappings: mapped(byCategory), ...at(4, 0, 6, 6) },
    {
      card_id: byDay.id,
      series: [{ id: most.id }],
      parameter_mappings: [...mapped(byDay), ...mapped(most)],
      visualization_settings: { 'card.title': 'Prices' },
      ...at(4, 6, 6, 6),
    },
    { card_id: failing.id, ...at(10, 0, 6, 3) },
    { card_id: nothing.id, ...at(10, 6, 6, 3) },
  ].map((card) => ({ ...card, dashboard_tab_id: -1 }))
  const details = [
    { card_id: all.id, parameter_mappings: mapped(all), ...at(0, 0, 12, 8) },
    { card_id: pivoted.id, ...at(8, 0, 12, 8) },
    // As clients put it there: with the model of its action.
    {
      card_id: all.id,
      action_id: button.id,
      visualization_settings: { 'button.label': 'Rename' },
      ...at(16, 0, 4, 1),
    },
  ].map((card) => ({ ...card, dashboard_tab_id: -2 }))
  const { dashcards } = await made(
    admin.put(`/api/dashboard/${dashboard.id}`, {
      description: 'Everything about products, day by day.',
      parameters,
      tabs,
      dashcards: [...cards, ...details].map((card, index) => ({ id: -1 - index, ...card })),
    }),
  )
  const { uuid } = await made(admin.post(`/api/dashboard/${dashboard.id}/public_link`))
  const shared = await made(admin.post(`/api/card/${byCategory.id}/public_link`))
  const showing = (text: RegExp) =>
    dashcards.find((one: object) => text.test(JSON.stringify(one))).id
  return {
    dashboard: {
      id: dashboard.id,
      dashcardId: showing(new RegExp(`"card_id":${byCategory.id},`)),
      textId: showing(/Note/),
    },
    cardId: byCategory.id,
    uuid,
    cardUuid: shared.uuid,
  }
}
