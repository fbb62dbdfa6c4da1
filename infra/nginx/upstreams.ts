import type { NginxOptions } from './options.ts'
import { failTimeout } from './refusals.ts'
import { block, type Lines } from './text.ts'

const upstream = (name: string, addresses: readonly string[]): Lines =>
  block(
    `upstream ${name}`,
    `zone ${name} 128k;`,
    'least_conn;',
    addresses.map((address) => `server ${address} max_fails=3 fail_timeout=${failTimeout}s;`),
    'keepalive 64;',
    '# Ends before the service would end it: no request meets a closing connection.',
    'keepalive_timeout 60s;',
  )

/** The processes of each side, and who of them is left alone for a while. */
export const upstreams = ({ upstreams: { command, query } }: NginxOptions): readonly Lines[] => [
  upstream('command', command),
  upstream('query', query),
]

/**
 * The longest a query may run is an hour (setting `query-timeout`); what is written takes as long
 * where an action runs in somebody's database.
 */
const longestAnswer = '3660s'

/** How requests are handed on. */
export const proxying: readonly string[] = [
  'proxy_http_version 1.1;',
  'proxy_connect_timeout 1s;',
  'proxy_send_timeout 30s;',
  `proxy_read_timeout ${longestAnswer};`,
  '# Whoever sends slowly is timed by the service as a whole, not between two bytes.',
  'proxy_request_buffering off;',
  '# What a reader does not take yet waits in the service: never in a file. Exports are handed on',
  '# unbuffered, since the service says so of them (X-Accel-Buffering).',
  'proxy_max_temp_file_size 0;',
  'proxy_buffer_size 16k;',
  'proxy_buffers 8 16k;',
  'proxy_busy_buffers_size 32k;',
  'proxy_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Charset X-Accel-Limit-Rate;',
  'proxy_redirect off;',
  'proxy_set_header Connection "";',
  'proxy_set_header Host $forwarded_host;',
  '# One hop, ours: what a client says of itself counts for nothing.',
  'proxy_set_header X-Forwarded-For $remote_addr;',
  'proxy_set_header X-Forwarded-Proto $forwarded_proto;',
  'proxy_set_header X-Forwarded-Host "";',
  'proxy_set_header Forwarded "";',
  'proxy_set_header X-Real-IP "";',
  'proxy_set_header X-Request-Id $request_name;',
]
