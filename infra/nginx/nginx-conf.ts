import type { NginxOptions } from './options.ts'
import { refusalMaps } from './refusals.ts'
import { type Addresses, loggedPaths, routesOf, withheld } from './routing.ts'
import { servers } from './servers.ts'
import { block, type Lines, map, textOf } from './text.ts'
import { proxying, upstreams } from './upstreams.ts'

const quoted = (text: string): string => `"${text}"`

/** Who a client is, and how it came here: by the connection alone, or as our load balancer says. */
const clients = ({ balancers = [] }: NginxOptions): readonly Lines[] => {
  if (balancers.length === 0)
    return [map('$scheme', 'forwarded_proto', [], '$scheme'), strictTransport]
  return [
    balancers.map((network) => `set_real_ip_from ${network};`),
    'real_ip_header X-Forwarded-For;',
    'real_ip_recursive on;',
    block(
      'geo $realip_remote_addr $is_balancer',
      'default 0;',
      balancers.map((network) => `${network} 1;`),
    ),
    map(
      '"$is_balancer $http_x_forwarded_proto"',
      'forwarded_proto',
      [
        ['1 https', 'https'],
        ['1 http', 'http'],
      ],
      '$scheme',
    ),
    strictTransport,
  ]
}

const strictTransport = map(
  '$forwarded_proto',
  'strict_transport',
  [['https', 'max-age=31536000']],
  "''",
)

const variables = (addresses: Addresses): readonly Lines[] => [
  '# Who answers. The target is looked at as it came, since that is what the service gets.',
  map(
    '"$request_method $request_uri"',
    'destination',
    [
      [withheld, 'nobody'],
      ...routesOf(addresses).map(({ pattern, destination }) => [pattern, destination] as const),
    ],
    'query',
  ),
  '',
  '# What the log says of an address: never a token, a public link or what somebody searched for.',
  map(
    '$request_uri',
    'logged_path',
    loggedPaths(addresses).map(([pattern, path]) => [pattern, quoted(path)]),
    quoted('*'),
  ),
  '',
  map(
    '$http_x_request_id',
    'request_name',
    [['~^[A-Za-z0-9_-]{8,64}$', '$http_x_request_id']],
    '$request_id',
  ),
  map('$http_host', 'forwarded_host', [['', '$host']], '$http_host'),
  '# The service takes 16 KiB, ours among them.',
  map(
    '$request_length',
    'has_large_headers',
    [['~^(?:1[6-9]\\d{3}|[2-9]\\d{4}|\\d{6,})$', '1']],
    "''",
  ),
]

const logFormat = (): string => {
  const members = {
    time: '"$time_iso8601"',
    requestId: '"$request_name"',
    method: '"$request_method"',
    path: '"$logged_path"',
    status: '$status',
    bytes: '$body_bytes_sent',
    seconds: '$request_time',
    client: '"$remote_addr"',
    upstream: '"$upstream_addr"',
    upstreamStatus: '"$upstream_status"',
    upstreamSeconds: '"$upstream_response_time"',
  }
  const text = Object.entries(members).map(([name, value]) => `"${name}":${value}`)
  return `log_format requests escape=json '{${text.join(',')}}';`
}

const temporary = ({ directory }: NginxOptions): readonly string[] =>
  directory === undefined
    ? []
    : ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${directory}/nginx-${kind};`,
      )

/** Of a worker, to clients and to processes behind it. */
const connections = 4_096

/**
 * The whole configuration of the nginx in front of command and query processes, as `nginx.conf`. The
 * services behind it trust one proxy (TRUST_PROXY=1).
 */
export const nginxConf = (addresses: Addresses, options: NginxOptions): string =>
  textOf([
    '# Generated from the endpoints: npm run cli -- nginx --help',
    options.user === undefined ? [] : `user ${options.user};`,
    'worker_processes auto;',
    'pcre_jit on;',
    `pid ${options.pid};`,
    'error_log stderr notice;',
    '',
    '# Each is a file; systems often allow a program no more than 1024.',
    `worker_rlimit_nofile ${2 * connections};`,
    block('events', `worker_connections ${connections};`),
    '',
    block(
      'http',
      temporary(options),
      '# A line about a request would quote its address, and with it tokens; the log of requests tells',
      '# what became of each.',
      'error_log stderr emerg;',
      logFormat(),
      `access_log ${options.accessLog} requests;`,
      'server_tokens off;',
      '',
      variables(addresses),
      '',
      clients(options),
      '',
      refusalMaps,
      '',
      upstreams(options),
      '',
      'client_max_body_size 1m;',
      '# As large as a body may be: none is written to a file.',
      'client_body_buffer_size 1m;',
      'client_header_buffer_size 4k;',
      'large_client_header_buffers 4 64k;',
      'client_header_timeout 10s;',
      'client_body_timeout 30s;',
      'keepalive_timeout 65s;',
      '# A reader who takes nothing for so long has gone.',
      'send_timeout 300s;',
      'reset_timedout_connection on;',
      'limit_conn_zone $binary_remote_addr zone=addresses:10m;',
      '',
      proxying,
      '',
      servers(options),
    ),
  ])
