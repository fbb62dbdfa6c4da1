import { z } from 'zod'
import { duration } from '../shared/kernel/duration.ts'
import {
  eventStoreAddress,
  natsAddress,
  postgresAddress,
  redisAddress,
  webAddress,
} from './addresses.ts'
import { masterKeyProblem } from './keys.ts'
import { roles } from './roles.ts'
import { settingVariables } from './settings/variables.ts'

type Note = {
  about: string
  fallback?: string | undefined
  /** Never printed; may come from the file that `<NAME>_FILE` names. */
  secret?: boolean
}

const notes = z.registry<Note>()

type FromText = z.ZodType<unknown, string>

const noted = <S extends z.ZodType>(schema: S, note: Note): S => {
  notes.add(schema, note)
  return schema
}

const required = <S extends FromText>(schema: S, fallback: z.input<S>, about: string) =>
  noted(schema.prefault(fallback), { about, fallback: String(fallback) })

const optional = <S extends FromText>(schema: S, about: string) =>
  noted(schema.optional(), { about })

const secret = <S extends FromText>(schema: S, about: string) =>
  noted(schema.optional(), { about, secret: true })

const refusable = (problemOf: (value: string) => string | null) =>
  z.string().superRefine((value, context) => {
    const message = problemOf(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message)
}

const port = wholeNumber(0, 65_535)

const site = /^https?:\/\/(?:\*\.)?[a-z\d.-]+(?::(?:\d{1,5}|\*))?$/i
const anyOrNobody: Readonly<Record<string, string>> = { none: "'none'", self: "'self'", '*': '*' }

/** Sites a page may be framed by, as a content security policy has them. */
const sites = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (names) =>
      names.length === 1
        ? names.every((name) => Object.hasOwn(anyOrNobody, name) || site.test(name))
        : names.length > 1 && names.every((name) => name === 'self' || site.test(name)),
    'must be none, self, * or addresses such as https://example.com, with spaces between them',
  )
  .transform((names) => names.map((name) => anyOrNobody[name] ?? name).join(' '))

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every variable the service reads beside those of settings, in the order help lists them. */
export const environment = z.object({
  PORT: required(port, '3000', 'Port of the service; 0 takes any free one.'),
  HOST: required(z.string(), '127.0.0.1', 'Address to listen on; 0.0.0.0 for every network.'),
  ROLE: required(
    z.enum(roles, `must be one of ${roles.join(', ')}`),
    'all',
    `What this process does: ${roles.join(', ')}.`,
  ),
  DATA_DIR: required(z.string(), './data', 'Where the database and the keys are kept.'),
  ADMIN_EMAIL: optional(
    z.string().regex(/^\S+@\S+$/, 'must be an e-mail address'),
    'With ADMIN_PASSWORD: creates the first admin at the first start.',
  ),
  ADMIN_PASSWORD: secret(
    z.string().min(8, 'needs 8 to 256 characters').max(256, 'needs 8 to 256 characters'),
    'Password of the first admin, 8 to 256 characters.',
  ),
  MASTER_KEY: secret(
    refusable(masterKeyProblem),
    '32 random bytes, hex or base64; made in DATA_DIR/keys when not set.',
  ),
  MASTER_KEY_NEW: secret(
    refusable(masterKeyProblem),
    'The one that takes its place, while it does: see docs/keys.md.',
  ),
  DATABASE_URL: secret(
    postgresAddress,
    'Postgres that keeps everything; without it one of our own.',
  ),
  DATABASE_ADMIN_URL: secret(
    postgresAddress,
    'The same as its owner, to prepare it; else it must be done.',
  ),
  EVENTSTORE_URL: secret(eventStoreAddress, 'EventStoreDB for the log; without it in Postgres.'),
  NATS_URL: secret(natsAddress, 'NATS for hints between processes; without it by Postgres.'),
  EMBED_FRAME_ANCESTORS: required(sites, '*', 'Sites that may show signed embeds in a frame.'),
  PUBLIC_FRAME_ANCESTORS: required(sites, 'none', 'The same for what is shared by public link.'),
  SESSION_MAX_AGE: required(duration(31_536_000), '14d', 'How long a login lasts.'),
  MAX_RESULT_MB: required(
    wholeNumber(1, 80),
    '64',
    'MiB a JSON answer may hold, 1 to 80; exports may be larger.',
  ),
  QUERY_AUDIT_DAYS: required(
    wholeNumber(1, 3_650),
    '90',
    'Days for which it is kept who ran which query.',
  ),
  PROJECTION_WAIT_MS: required(
    wholeNumber(1, 60_000),
    '2000',
    'Milliseconds a write waits until readers see it.',
  ),
  TRUST_PROXY: required(wholeNumber(0, 10), '0', 'Reverse proxies in front of the service.'),
  REDIS_URL: secret(redisAddress, 'Where all processes count calls; without it each for itself.'),
  REDIS_TIMEOUT_MS: required(
    wholeNumber(1, 10_000),
    '50',
    'Milliseconds a call waits to be counted there.',
  ),
  METRICS_PORT: required(
    z.union([z.enum(['auto', 'off']), port], 'must be auto, off or a port from 0 to 65535'),
    'auto',
    'Port of /metrics; auto: PORT + 1000 or any free; off: none.',
  ),
  METRICS_HOST: required(z.string(), '127.0.0.1', 'Address /metrics listens on.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: secret(
    // An empty one is none, as OpenTelemetry has it.
    z
      .string()
      .transform((text) => text || undefined)
      .pipe(webAddress.optional()),
    'Collector of traces; without it none are made.',
  ),
  LOG_LEVEL: required(
    z.enum(levels, `must be one of ${levels.join(', ')}`),
    'info',
    `One of ${levels.join(', ')}.`,
  ),
})

export type Environment = z.infer<typeof environment>

/** What the help text and the printed configuration know about each variable, settings' among them. */
export const variableNotes: ReadonlyMap<string, Note> = new Map([
  ...Object.entries(environment.shape).map(([name, schema]): [string, Note] => [
    name,
    notes.get(schema) ?? { about: '' },
  ]),
  ...settingVariables,
])
