import type { Operand } from '../dialect.ts'
import { type Fragment, sql } from '../fragment.ts'
import { commonFunctions, division, type SqlFunctions } from '../functions.ts'

const plainText: ReadonlySet<string> = new Set(['character varying', 'varchar', 'text'])

/** Text functions are defined on text; a truth value is written in capitals by H2 alone. */
export const asText = ({ sql: expression, databaseType, baseType }: Operand): Fragment => {
  if (plainText.has(databaseType)) return expression
  const text = sql`CAST(${expression} AS varchar)`
  return baseType === 'type/Boolean' ? sql`LOWER(${text})` : text
}

const asFloat = ({ sql: number }: Operand): Fragment => sql`CAST(${number} AS double precision)`
const asInt = ({ sql: number }: Operand): Fragment => sql`CAST(${number} AS integer)`

/** What the only group of a pattern matches; NULL where nothing does. */
const groupOf = (text: Fragment, pattern: Fragment): Fragment =>
  sql`REGEXP_SUBSTR(${text}, ${pattern}, 1, 1, '', 1)`

/** All between the scheme or the user and the port or the path. */
const authority = (url: Operand): Fragment =>
  sql`LOWER(${groupOf(asText(url), sql`'^(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?(?:[^/?#@]*@)?([^/:?#]+)'`)})`

/** Two labels, or three where the last two are of the kind of `co.uk`. */
const host = (url: Operand): Fragment =>
  sql`REGEXP_SUBSTR(${authority(url)}, '[^.]+[.](?:[^.]{1,3}[.][a-z]{2}|[^.]+)$')`

const prefix = (url: Operand): Fragment =>
  sql`LEFT(${authority(url)}, CHAR_LENGTH(${authority(url)}) - CHAR_LENGTH(${host(url)}))`

/** H2 has none: a pattern passes over the parts before; where there are too few, the part is empty. */
const splitPart = (text: Fragment, delimiter: Fragment, position: Fragment): Fragment => {
  const end = sql`'\\Q', REPLACE(${delimiter}, '\\E', '\\E\\\\E\\Q'), '\\E'`
  const pattern = sql`CONCAT('(?s)^(?:.*?', ${end}, '){', ${position} - 1, '}(.*?)(?:', ${end}, '|\\z)')`
  return sql`CASE WHEN ${text} IS NOT NULL THEN COALESCE(${groupOf(text, pattern)}, '') END`
}

export const h2Functions: SqlFunctions = {
  ...commonFunctions,
  '/': division(asFloat),
  datetime: (moment) => sql`CAST(${moment.sql} AS timestamp)`,
  domain: (url) => sql`REGEXP_SUBSTR(${host(url)}, '^[^.]+')`,
  float: asFloat,
  host,
  integer: (number) => sql`CAST(ROUND(CAST(${number.sql} AS decfloat(38))) AS bigint)`,
  length: (text) => sql`CHAR_LENGTH(${asText(text)})`,
  log: (number) => sql`LOG10(${number.sql})`,
  lower: (text) => sql`LOWER(${asText(text)})`,
  ltrim: (text) => sql`LTRIM(${asText(text)})`,
  path: (url) => groupOf(asText(url), sql`'^(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?[^/?#]*([^?#]*)'`),
  'regex-match-first': (text, pattern) => sql`REGEXP_SUBSTR(${asText(text)}, ${pattern.sql})`,
  replace: (text, from, to) => sql`REPLACE(${asText(text)}, ${from.sql}, ${to.sql})`,
  rtrim: (text) => sql`RTRIM(${asText(text)})`,
  'split-part': (text, delimiter, position) =>
    splitPart(asText(text), delimiter.sql, asInt(position)),
  subdomain: (url) => groupOf(prefix(url), sql`'^(?:www[.])?(.*?)[.]?$'`),
  substring: (text, from, length) =>
    length
      ? sql`SUBSTRING(${asText(text)}, ${asInt(from)}, ${asInt(length)})`
      : sql`SUBSTRING(${asText(text)}, ${asInt(from)})`,
  text: asText,
  trim: (text) => sql`TRIM(${asText(text)})`,
  upper: (text) => sql`UPPER(${asText(text)})`,
}
