import { z } from 'zod'

const shortText = (what: string) =>
  z
    .string(`${what} must be text`)
    .min(1, `${what} is required`)
    .max(255, `${what} must have at most 255 characters`)

/** A name or an address; a path would be a socket of our own machine. */
const host = shortText('the host')
  .transform((text) => text.trim().replace(/^\[(.*)\]$/, '$1'))
  .refine((text) => /^[\w.:%-]+$/.test(text), 'must be a host name or an IP address')

const port = z
  .union([z.int(), z.string().trim().regex(/^\d+$/).transform(Number)])
  .refine((number) => number >= 1 && number <= 65_535)

/** Where an SQL server is and how to come in. */
export const serverDetails = z.object({
  host,
  port: port.catch(() => Number.NaN).refine((it) => it > 0, 'must be a number from 1 to 65535'),
  dbname: shortText('the database name'),
  user: shortText('the user'),
  password: z.string('the password must be text').max(4_096).optional(),
  ssl: z.boolean('must be true or false').optional(),
  'ssl-mode': z
    .enum(['allow', 'prefer', 'require', 'verify-ca', 'verify-full'], 'is not a mode of SSL')
    .optional(),
  'ssl-root-cert': z
    .string()
    .max(65_536)
    .refine((text) => text.includes('-----BEGIN CERTIFICATE-----'), 'must be a PEM certificate')
    .optional(),
})

/** MongoDB: a server may ask for no user, and keeps users in a database of their own. */
export const mongoDetails = serverDetails.extend({
  user: z.string('the user must be text').max(255).default(''),
  authdb: z.string('the authentication database must be text').max(63).optional(),
})

/**
 * An H2 server in PostgreSQL mode. It makes the name part of a JDBC URL, where a semicolon would
 * begin settings (`;INIT=RUNSCRIPT …`) and a colon name another kind of database.
 */
export const h2Details = serverDetails.extend({
  dbname: shortText('the database name').regex(
    /^(?!.*\.\.)[\w./~-]+$/,
    'must be a name or a path of letters, digits, ".", "-", "_", "/" and "~"',
  ),
})
