import type { Operand } from '../dialect.ts'
import { type Fragment, sql } from '../fragment.ts'
import { commonFunctions, division, roundingBy, type SqlFunctions } from '../functions.ts'

const plainText: ReadonlySet<string> = new Set([
  'char',
  'varchar',
  'tinytext',
  'text',
  'mediumtext',
  'longtext',
])

/** A text keeps its collation, or it could not be compared with its neighbours; bytes have none. */
const asText = ({ sql: expression, databaseType }: Operand): Fragment =>
  plainText.has(databaseType) ? expression : sql`CAST(${expression} AS CHAR)`

const asFloat = ({ sql: number }: Operand): Fragment => sql`(${number} + 0e0)`

const round = roundingBy((number) => sql`TRUNCATE(${number}, 0)`)

/** All between the scheme or the user and the port or the path. */
const afterScheme = (url: Operand): Fragment => sql`SUBSTRING_INDEX(${asText(url)}, '://', -1)`

const withoutQuery = (url: Fragment): Fragment =>
  sql`SUBSTRING_INDEX(SUBSTRING_INDEX(${url}, '?', 1), '#', 1)`

const authority = (url: Operand): Fragment =>
  sql`LOWER(SUBSTRING_INDEX(SUBSTRING_INDEX(SUBSTRING_INDEX(${withoutQuery(afterScheme(url))}, '/', 1), '@', -1), ':', 1))`

/** MySQL answers NULL where nothing matches, MariaDB the empty text. */
const firstMatch = (text: Fragment, pattern: Fragment): Fragment =>
  sql`NULLIF(REGEXP_SUBSTR(${text}, ${pattern}), '')`

/** Two labels, or three where the last two are of the kind of `co.uk`. */
const host = (url: Operand): Fragment =>
  firstMatch(authority(url), sql`'[^.]+[.]([^.]{1,3}[.][a-z]{2}|[^.]+)$'`)

/** What stands before the host, with its dot. */
const prefix = (url: Operand): Fragment =>
  sql`LEFT(${authority(url)}, CHAR_LENGTH(${authority(url)}) - CHAR_LENGTH(${host(url)}))`

const splitPart = (text: Fragment, delimiter: Fragment, position: Fragment): Fragment =>
  sql`CASE WHEN CHAR_LENGTH(${text}) - CHAR_LENGTH(REPLACE(${text}, ${delimiter}, '')) < (${position} - 1) * CHAR_LENGTH(${delimiter}) THEN '' ELSE SUBSTRING_INDEX(SUBSTRING_INDEX(${text}, ${delimiter}, ${position}), ${delimiter}, -1) END`

export const mysqlFunctions: SqlFunctions = {
  ...commonFunctions,
  '/': division(asFloat),
  datetime: (moment) => sql`CAST(${moment.sql} AS DATETIME(6))`,
  domain: (url) => sql`SUBSTRING_INDEX(${host(url)}, '.', 1)`,
  float: asFloat,
  host,
  integer: (number) => sql`CAST(${round(number)} AS SIGNED)`,
  length: (text) => sql`CHAR_LENGTH(${text.sql})`,
  log: (number) => sql`LOG10(${number.sql})`,
  lower: (text) => sql`LOWER(${asText(text)})`,
  ltrim: (text) => sql`LTRIM(${text.sql})`,
  path: (url) => {
    const rest = withoutQuery(afterScheme(url))
    return sql`CASE WHEN LOCATE('/', ${rest}) = 0 THEN '' ELSE SUBSTRING(${rest}, LOCATE('/', ${rest})) END`
  },
  'regex-match-first': (text, pattern) => firstMatch(text.sql, pattern.sql),
  replace: (text, from, to) => sql`REPLACE(${text.sql}, ${from.sql}, ${to.sql})`,
  round,
  rtrim: (text) => sql`RTRIM(${text.sql})`,
  'split-part': (text, delimiter, position) => splitPart(text.sql, delimiter.sql, position.sql),
  subdomain: (url) => sql`TRIM(TRAILING '.' FROM REGEXP_REPLACE(${prefix(url)}, '^www[.]', ''))`,
  substring: (text, from, length) =>
    length
      ? sql`SUBSTRING(${text.sql}, ${from.sql}, ${length.sql})`
      : sql`SUBSTRING(${text.sql}, ${from.sql})`,
  text: (value) => sql`CAST(${value.sql} AS CHAR)`,
  trim: (text) => sql`TRIM(${text.sql})`,
  upper: (text) => sql`UPPER(${asText(text)})`,
}
