import { duration } from '../kernel/duration.ts'
import { locale } from '../kernel/locale.ts'
import { rateText } from '../kernel/rate.ts'
import { weekdays } from '../sql/temporal-unit.ts'
import { flagText, keyInText, listText, numberText } from './from-text.ts'
import { setting, type ValueOf } from './setting.ts'
import * as value from './values.ts'

const on = (environmentName: string, about: string) =>
  ({
    schema: value.flag,
    fallback: true,
    guardsAccess: true,
    fromText: flagText,
    environmentName,
    about,
  }) as const

const rate = (environmentName: string, fallback: string, what: string) =>
  setting({
    schema: rateText,
    fallback,
    environmentName,
    about: `${what}, as calls/seconds.`,
  })

const rows = (environmentName: string, fallback: number, about: string) =>
  setting({
    schema: value.wholeNumber(1, 1_048_575),
    fallback,
    fromText: numberText,
    environmentName,
    visibleTo: 'authenticated',
    about,
  })

const optionalLine = (environmentName: string, about: string) =>
  setting({ schema: value.line(), fallback: null, environmentName, about })

/** Every setting there is, by the key the API knows it under, in the order it lists them. */
export const catalogue = {
  'site-name': setting({
    schema: value.line(),
    fallback: 'Analytics Service',
    environmentName: 'SITE_NAME',
    visibleTo: 'public',
    about: 'What this site is called.',
  }),
  'site-url': setting({
    schema: value.baseAddress,
    fallback: null,
    environmentName: 'SITE_URL',
    visibleTo: 'public',
    about: 'Where people reach this site; links in mails begin with it.',
  }),
  'site-locale': setting({
    schema: locale,
    fallback: 'en',
    environmentName: 'SITE_LOCALE',
    visibleTo: 'public',
    about: 'Language that clients speak by default; mails are in English.',
  }),
  'admin-email': setting({
    schema: value.email,
    fallback: null,
    environmentName: 'SITE_ADMIN_EMAIL',
    visibleTo: 'authenticated',
    privacy: 'personal',
    about: 'Whom to write to when something does not work.',
  }),
  'report-timezone': setting({
    schema: value.timeZone,
    fallback: null,
    environmentName: 'REPORT_TIMEZONE',
    visibleTo: 'authenticated',
    about: 'Time zone in which queries see days begin, e.g. Europe/Paris.',
  }),
  'start-of-week': setting({
    schema: value.oneOf(weekdays),
    fallback: 'sunday',
    environmentName: 'START_OF_WEEK',
    visibleTo: 'authenticated',
    about: 'The day on which weeks begin in queries.',
  }),

  'enable-public-sharing': setting({
    ...on('ENABLE_PUBLIC_SHARING', 'Whether public links open anything.'),
    visibleTo: 'authenticated',
  }),
  'enable-embedding': setting({
    ...on('ENABLE_EMBEDDING', 'Whether other sites may embed anything.'),
    visibleTo: 'authenticated',
  }),
  'embedding-secret-key': setting({
    schema: value.signingKey,
    fallback: null,
    environmentName: 'EMBEDDING_SECRET_KEY',
    fromText: keyInText(0),
    privacy: 'secret',
    about: 'Signs what is embedded, 32 bytes at least; "new,old" takes both.',
  }),
  'embedding-secret-key-previous': setting({
    schema: value.signingKey,
    fallback: null,
    environmentName: 'EMBEDDING_SECRET_KEY',
    fromText: keyInText(1),
    privacy: 'secret',
    about: 'The key before; what it signed still opens.',
  }),
  'embedding-key-overlap': setting({
    schema: value.wholeNumber(0, 2_592_000),
    fallback: 86_400,
    environmentName: 'EMBEDDING_KEY_OVERLAP',
    fromText: numberText,
    about: 'Seconds for which the key before opens after a rotation.',
  }),

  'enable-password-login': setting({
    ...on('ENABLE_PASSWORD_LOGIN', 'Off: others than admins use the identity provider.'),
    visibleTo: 'public',
  }),
  'idp-issuer': setting({
    schema: value.baseAddress,
    fallback: null,
    environmentName: 'IDP_ISSUER',
    guardsAccess: true,
    visibleTo: 'public',
    about: 'Address of the OpenID Connect provider people log in with.',
  }),
  'idp-client-id': setting({
    schema: value.line(),
    fallback: null,
    environmentName: 'IDP_CLIENT_ID',
    guardsAccess: true,
    visibleTo: 'public',
    about: 'What that provider knows this site as.',
  }),
  'idp-auto-create-domains': setting({
    schema: value.domains,
    fallback: [] as string[],
    environmentName: 'IDP_AUTO_CREATE_DOMAINS',
    guardsAccess: true,
    fromText: listText,
    about: 'Whose people get an account when they first log in so.',
  }),
  'reset-token-max-age': setting({
    schema: value.wholeNumber(60, 2_592_000),
    fallback: 172_800,
    environmentName: 'RESET_TOKEN_MAX_AGE',
    fromText: duration(2_592_000),
    about: 'Seconds for which a mailed link sets a new password.',
  }),

  'email-smtp-host': setting({
    schema: value.server,
    fallback: null,
    environmentName: 'EMAIL_SMTP_HOST',
    about: 'The server that sends mail; without it none is.',
  }),
  'email-smtp-port': setting({
    schema: value.wholeNumber(1, 65_535),
    fallback: 587,
    environmentName: 'EMAIL_SMTP_PORT',
    fromText: numberText,
    about: 'Port of the mail server.',
  }),
  'email-smtp-security': setting({
    schema: value.oneOf(['none', 'ssl', 'tls', 'starttls']),
    fallback: 'none',
    environmentName: 'EMAIL_SMTP_SECURITY',
    about: 'Encryption to the mail server: none, ssl, tls or starttls.',
  }),
  'email-smtp-username': setting({
    schema: value.line(),
    fallback: null,
    environmentName: 'EMAIL_SMTP_USERNAME',
    privacy: 'personal',
    about: 'User name at the mail server.',
  }),
  'email-smtp-password': setting({
    schema: value.line(),
    fallback: null,
    environmentName: 'EMAIL_SMTP_PASSWORD',
    privacy: 'secret',
    about: 'Password at the mail server; forgotten when that becomes another one.',
  }),
  'email-from-address': setting({
    schema: value.email,
    fallback: null,
    environmentName: 'EMAIL_FROM_ADDRESS',
    privacy: 'personal',
    about: 'Address that mail comes from.',
  }),
  'email-from-name': optionalLine('EMAIL_FROM_NAME', 'Name that mail comes from.'),
  'email-reply-to': setting({
    schema: value.emails,
    fallback: [] as string[],
    environmentName: 'EMAIL_REPLY_TO',
    fromText: listText,
    privacy: 'personal',
    about: 'Addresses that answers to mail go to.',
  }),
  'slack-webhook-url': setting({
    schema: value.webAddress,
    fallback: null,
    environmentName: 'SLACK_WEBHOOK_URL',
    privacy: 'secret',
    about: 'Where messages for Slack are posted.',
  }),

  'http-action-allowed-hosts': setting({
    schema: value.hosts,
    fallback: [] as string[],
    environmentName: 'HTTP_ACTION_ALLOWED_HOSTS',
    guardsAccess: true,
    fromText: listText,
    about: 'Hosts of the own network that HTTP actions may call.',
  }),

  'unaggregated-query-row-limit': rows(
    'UNAGGREGATED_QUERY_ROW_LIMIT',
    2_000,
    'Rows an answer holds where they come as they are.',
  ),
  'aggregated-query-row-limit': rows(
    'AGGREGATED_QUERY_ROW_LIMIT',
    10_000,
    'Rows an answer holds where they are aggregated.',
  ),
  'query-timeout': setting({
    schema: value.wholeNumber(1, 3_600),
    fallback: 60,
    environmentName: 'QUERY_TIMEOUT',
    fromText: duration(3_600),
    about: 'Seconds a query may take.',
  }),

  'rate-limit-login': rate('RATE_LIMIT_LOGIN', '20/60', 'Logins and password checks'),
  'rate-limit-query': rate('RATE_LIMIT_QUERY', '600/60', 'Queries and exports'),
  'rate-limit-metadata': rate('RATE_LIMIT_METADATA', '1200/60', 'Reads'),
  'rate-limit-write': rate('RATE_LIMIT_WRITE', '600/60', 'Writes'),
  'rate-limit-public': rate('RATE_LIMIT_PUBLIC', '300/60', 'Requests to public links'),
  'rate-limit-embed': rate('RATE_LIMIT_EMBED', '600/60', 'Requests to embedded pages'),
} as const

export type SettingKey = keyof typeof catalogue

/** A setting's value as code reads it. */
export type SettingValue<K extends SettingKey> = ValueOf<(typeof catalogue)[K]>

/** What the environment says; it wins over whatever else is said. */
export type FixedSettings = { readonly [K in SettingKey]?: SettingValue<K> }

export const settingKeys = Object.keys(catalogue) as readonly SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(catalogue, key)
