import type { z } from 'zod'
import type { ConnectionDetails } from '../ports/engine-driver.ts'
import { serverDetails } from './server-details.ts'

/** What is particular about connecting to one engine. */
export type EngineRules = {
  /** The allow-list of keys. */
  readonly schema: z.ZodObject & z.ZodType<ConnectionDetails>
  readonly defaultPort: number
  /** Other names clients use for a key. */
  readonly aliases: Readonly<Record<string, string>>
  /** What queries of this engine can do, in the words clients know. */
  readonly features: readonly string[]
}

const commonFeatures = [
  'basic-aggregations',
  'standard-deviation-aggregations',
  'advanced-math-expressions',
  'binning',
  'case-sensitivity-string-filter-options',
  'convert-timezone',
  'date-arithmetics',
  'datetime-diff',
  'distinct-where',
  'expression-aggregations',
  'expression-literals',
  'expressions',
  'expressions/date',
  'expressions/datetime',
  'expressions/float',
  'expressions/integer',
  'expressions/text',
  'inner-join',
  'left-join',
  'nested-queries',
  'now',
  'regex',
  'right-join',
  'split-part',
  'window-functions/cumulative',
  'window-functions/offset',
  'temporal-extract',
  'native-temporal-units',
  'set-timezone',
  'metadata/key-constraints',
]

const engines: Readonly<Record<string, EngineRules>> = {
  postgres: {
    schema: serverDetails,
    defaultPort: 5432,
    aliases: { db: 'dbname' },
    features: [...commonFeatures, 'schemas', 'full-join', 'percentile-aggregations'],
  },
  mysql: {
    schema: serverDetails,
    defaultPort: 3306,
    aliases: { db: 'dbname', 'ssl-cert': 'ssl-root-cert' },
    features: commonFeatures,
  },
}

export const rulesOf = (engine: string): EngineRules | undefined =>
  Object.hasOwn(engines, engine) ? engines[engine] : undefined
