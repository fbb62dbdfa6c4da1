import type { z } from 'zod'
import type { ConnectionDetails } from '../ports/engine-driver.ts'
import { h2Details, mongoDetails, serverDetails } from './server-details.ts'

/** What is particular about connecting to one engine. */
export type EngineRules = {
  /** The allow-list of keys. */
  readonly schema: z.ZodObject & z.ZodType<ConnectionDetails>
  readonly defaultPort: number
  /** Other names clients use for a key. */
  readonly aliases: Readonly<Record<string, string>>
  /** Known ways to connect that do not exist here: dropped while switched off, refused otherwise. */
  readonly unsupported?: readonly string[]
  /** What clients of this engine call `password`, in answers and errors as well. */
  readonly secretName?: string
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

/** What only SQL can say, or only databases with keys. */
const beyondPipelines: ReadonlySet<string> = new Set([
  'metadata/key-constraints',
  'native-temporal-units',
  'right-join',
])

/** What a pipeline of aggregation stages can say. */
const mongoFeatures = [
  ...commonFeatures.filter((feature) => !beyondPipelines.has(feature)),
  'native-parameters',
  'nested-fields',
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
  h2: {
    schema: h2Details,
    defaultPort: 5435,
    aliases: { db: 'dbname' },
    features: [...commonFeatures, 'schemas', 'percentile-aggregations'],
  },
  mongo: {
    schema: mongoDetails,
    defaultPort: 27_017,
    aliases: { db: 'dbname', pass: 'password', 'ssl-cert': 'ssl-root-cert' },
    // An address in one text could hold anything, other servers and ways to log in among it.
    unsupported: ['use-conn-uri', 'conn-uri', 'use-srv', 'srv', 'client-ssl-key'],
    secretName: 'pass',
    features: mongoFeatures,
  },
}

export const engineNames: readonly string[] = Object.keys(engines)

export const rulesOf = (engine: string): EngineRules | undefined =>
  Object.hasOwn(engines, engine) ? engines[engine] : undefined
