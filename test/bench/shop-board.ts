import type { ServiceProcess } from './service-process.ts'

type Fields = Readonly<Record<string, number>>
type Table = { readonly id: number; readonly fields: Fields }
type Described = { name: string; id: number; fields: { name: string; id: number }[] }

const database = 1

/** The tables of the sample database, and their fields, by their names. */
const tablesOf = (metadata: string): Readonly<Record<string, Table>> =>
  Object.fromEntries(
    (JSON.parse(metadata).tables as Described[]).map(({ name, id, fields }) => [
      name,
      { id, fields: Object.fromEntries(fields.map((field) => [field.name, field.id])) },
    ]),
  )

type Question = {
  readonly name: string
  readonly display: string
  readonly query: object
  readonly settings?: object
  /** Columns and rows of the grid. */
  readonly size: readonly [number, number]
}

const questionsAbout = (tables: Readonly<Record<string, Table>>): readonly Question[] => {
  const of = (table: string, name: string, options: object | null = null) => [
    'field',
    tables[table]?.fields[name],
    options,
  ]
  const orders = (query: object) => ({ 'source-table': tables.orders?.id, ...query })
  const through = (key: string) => ({ 'source-field': tables.orders?.fields[key] })
  const revenue = ['sum', of('orders', 'total')]
  const by = (unit: string) => of('orders', 'created_at', { 'temporal-unit': unit })
  const category = of('products', 'category', through('product_id'))
  const state = of('people', 'state', through('user_id'))
  const source = of('people', 'source', through('user_id'))
  return [
    { name: 'Revenue', display: 'scalar', query: orders({ aggregation: [revenue] }), size: [3, 3] },
    {
      name: 'Orders a month',
      display: 'smartscalar',
      query: orders({ aggregation: [['count']], breakout: [by('month')] }),
      size: [3, 3],
    },
    {
      name: 'On the way to 25,000 orders',
      display: 'progress',
      query: orders({ aggregation: [['count']] }),
      settings: { 'progress.goal': 25_000 },
      size: [3, 3],
    },
    {
      name: 'Average order',
      display: 'gauge',
      query: orders({ aggregation: [['avg', of('orders', 'total')]] }),
      settings: {
        'gauge.segments': [
          { min: 0, max: 40, color: '#d9534f', label: 'Low' },
          { min: 40, max: 80, color: '#f0ad4e', label: 'Fair' },
          { min: 80, max: 120, color: '#5cb85c', label: 'Good' },
        ],
      },
      size: [3, 3],
    },
    {
      name: 'Revenue by month',
      display: 'line',
      query: orders({ aggregation: [revenue], breakout: [by('month')] }),
      size: [8, 6],
    },
    {
      name: 'Where buyers come from',
      display: 'pie',
      query: orders({ aggregation: [['count']], breakout: [source] }),
      size: [4, 6],
    },
    {
      name: 'Orders by quarter and category',
      display: 'area',
      query: orders({ aggregation: [['count']], breakout: [by('quarter'), category] }),
      size: [6, 6],
    },
    {
      name: 'Revenue by category',
      display: 'bar',
      query: orders({ aggregation: [revenue], breakout: [category] }),
      size: [6, 6],
    },
    {
      name: 'The ten states that buy most',
      display: 'row',
      query: orders({
        aggregation: [['count']],
        breakout: [state],
        'order-by': [['desc', ['aggregation', 0]]],
        limit: 10,
      }),
      size: [6, 7],
    },
    {
      name: 'Price and rating of products',
      display: 'scatter',
      query: {
        'source-table': tables.products?.id,
        fields: [of('products', 'price'), of('products', 'rating')],
      },
      size: [6, 7],
    },
    {
      name: 'Revenue by category and year',
      display: 'pivot',
      query: orders({ aggregation: [revenue], breakout: [category, by('year')] }),
      settings: {
        'pivot_table.column_split': {
          rows: [category],
          columns: [by('year')],
          values: [['aggregation', 0]],
        },
      },
      size: [6, 6],
    },
    {
      name: 'The latest orders',
      display: 'table',
      query: orders({
        fields: [of('orders', 'created_at'), of('orders', 'quantity'), of('orders', 'total')],
        'order-by': [['desc', of('orders', 'created_at')]],
        limit: 50,
      }),
      size: [6, 6],
    },
  ]
}

/** One after the other, in rows of twelve columns. */
const placed = <Q extends Question>(questions: readonly (Q & { readonly id: number })[]) => {
  let [row, col, height] = [1, 0, 0]
  return questions.map(({ id, size: [sizeX, sizeY] }, index) => {
    if (col + sizeX > 12) [row, col, height] = [row + height, 0, 0]
    const dashcard = { id: -2 - index, card_id: id, row, col, sizeX, sizeY }
    col += sizeX
    height = Math.max(height, sizeY)
    return dashcard
  })
}

/** A shared dashboard of twelve questions about the sample shop; answers the path of its page. */
export const shareShopBoard = async ({ caller }: ServiceProcess): Promise<string> => {
  const { call, close } = caller()
  const send = async (method: string, path: string, body?: object) =>
    JSON.parse((await call(method, path, body)).body)
  const tables = tablesOf((await call('GET', `/api/database/${database}/metadata`)).body)
  const questions: (Question & { id: number })[] = []
  for (const question of questionsAbout(tables)) {
    const { name, display, query, settings: visualization_settings = {} } = question
    const dataset_query = { database, type: 'query', query }
    const body = { name, display, dataset_query, visualization_settings }
    questions.push({ ...question, id: (await send('POST', '/api/card', body)).id })
  }
  const about = {
    name: 'The shop at a glance',
    parameters: [{ id: 'category', name: 'Category', slug: 'category', type: 'string/=' }],
  }
  const { id } = await send('POST', '/api/dashboard', about)
  const through = { 'source-field': tables.orders?.fields.product_id }
  const category = ['field', tables.products?.fields.category, through]
  const target = ['dimension', category]
  const heading = {
    id: -1,
    card_id: null,
    ...{ row: 0, col: 0, sizeX: 12, sizeY: 1 },
    visualization_settings: {
      virtual_card: { display: 'heading' },
      text: 'Sales[[ of {{what}}]]',
    },
    parameter_mappings: [{ parameter_id: 'category', target: ['text-tag', 'what'] }],
  }
  const isAboutOrders = (cardId: number) =>
    questions.find((one) => one.id === cardId)?.display !== 'scatter'
  const dashcards = placed(questions).map((dashcard) => ({
    ...dashcard,
    parameter_mappings: isAboutOrders(dashcard.card_id)
      ? [{ parameter_id: 'category', card_id: dashcard.card_id, target }]
      : [],
  }))
  await send('PUT', `/api/dashboard/${id}`, { dashcards: [heading, ...dashcards] })
  const { uuid } = await send('POST', `/api/dashboard/${id}/public_link`)
  close()
  return `/public/dashboard/${uuid}`
}
