import type { Operand } from '../dialect.ts'
import { type Fragment, sql } from '../fragment.ts'
import { commonFunctions, division, roundingBy, type SqlFunctions } from '../functions.ts'

const plainText: ReadonlySet<string> = new Set(['text', 'varchar', 'character varying'])

/** Text functions are defined on text; citext would ignore case, enums, UUIDs and numbers have none. */
export const asText = ({ sql: expression, databaseType }: Operand): Fragment =>
  plainText.has(databaseType) ? expression : sql`CAST(${expression} AS text)`

const asFloat = ({ sql: number }: Operand): Fragment => sql`CAST(${number} AS double precision)`
const asInt = ({ sql: number }: Operand): Fragment => sql`CAST(${number} AS integer)`

/** All between the scheme or the user and the port or the path. */
const authority = (url: Operand): Fragment =>
  sql`lower(substring(${asText(url)} FROM '^(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?(?:[^/?#@]*@)?([^/:?#]+)'))`

/** Two labels, or three where the last two are of the kind of `co.uk`. */
const host = (url: Operand): Fragment =>
  sql`substring(${authority(url)} FROM '([^.]+[.](?:[^.]{1,3}[.][a-z]{2}|[^.]+))$')`

export const postgresFunctions: SqlFunctions = {
  ...commonFunctions,
  '/': division(asFloat),
  datetime: (moment) => sql`CAST(${moment.sql} AS timestamp)`,
  domain: (url) => sql`split_part(${host(url)}, '.', 1)`,
  float: asFloat,
  host,
  integer: (number) => sql`CAST(round(CAST(${number.sql} AS numeric)) AS bigint)`,
  length: (text) => sql`char_length(${asText(text)})`,
  log: (number) => sql`log(${number.sql})`,
  lower: (text) => sql`lower(${asText(text)})`,
  ltrim: (text) => sql`ltrim(${asText(text)})`,
  path: (url) =>
    sql`substring(${asText(url)} FROM '^(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?[^/?#]*([^?#]*)')`,
  'regex-match-first': (text, pattern) => sql`substring(${asText(text)} FROM ${pattern.sql})`,
  replace: (text, from, to) => sql`replace(${asText(text)}, ${from.sql}, ${to.sql})`,
  round: roundingBy((number) => sql`trunc(${number})`),
  rtrim: (text) => sql`rtrim(${asText(text)})`,
  'split-part': (text, delimiter, position) =>
    sql`split_part(${asText(text)}, ${delimiter.sql}, ${asInt(position)})`,
  subdomain: (url) =>
    sql`substring(left(${authority(url)}, -char_length(${host(url)})) FROM '^(?:www[.])?(.*?)[.]?$')`,
  substring: (text, from, length) =>
    length
      ? sql`substring(${asText(text)}, ${asInt(from)}, ${asInt(length)})`
      : sql`substring(${asText(text)}, ${asInt(from)})`,
  text: asText,
  trim: (text) => sql`btrim(${asText(text)})`,
  upper: (text) => sql`upper(${asText(text)})`,
}
