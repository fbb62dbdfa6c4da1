import type { NginxOptions } from './options.ts'
import { refused, refusing } from './refusals.ts'
import type { Side } from './routing.ts'
import { block, type Lines } from './text.ts'

const refusedHere: readonly Lines[] = ['recursive_error_pages on;', refusing(), '', refused]

/**
 * What fails is asked for once more, of another process: a read in any case; what is posted only when
 * no byte of it was sent, since whether it was done nobody knows.
 */
const handedTo = (side: Side): Lines =>
  block(
    `location = /-/${side}`,
    'internal;',
    `proxy_pass http://${side}$request_uri;`,
    'proxy_next_upstream error timeout;',
    'proxy_next_upstream_tries 2;',
  )

/**
 * To nginx PUT and DELETE may be repeated whatever became of them. Here they are as posts are, which
 * takes a second place for what was not sent, and the whole body before the first.
 */
const changes: readonly Lines[] = [
  block(
    'location = /-/change',
    'internal;',
    'proxy_pass http://command$request_uri;',
    'proxy_next_upstream off;',
    'proxy_request_buffering on;',
    refusing([502, 504]),
    'error_page 502 504 = @change_again;',
  ),
  '',
  block(
    'location @change_again',
    block('if ($upstream_bytes_sent ~ [1-9])', 'return 502;'),
    'proxy_pass http://command$request_uri;',
    'proxy_next_upstream off;',
  ),
]

const serving: readonly Lines[] = [
  'limit_conn addresses 512;',
  'limit_conn_status 429;',
  'add_header Strict-Transport-Security $strict_transport always;',
  refusedHere,
  '',
  block(
    'location /',
    block('if ($has_large_headers)', 'return 431;'),
    'rewrite ^ /-/$destination last;',
  ),
  '',
  block('location /-/', 'return 404;'),
  '',
  handedTo('query'),
  '',
  handedTo('command'),
  '',
  changes,
]

const server = (listen: string, ...lines: readonly Lines[]): Lines =>
  block('server', `listen ${listen} default_server;`, 'server_name _;', ...lines)

/** Who listens where: one server, or with TLS one and another that leads to it. */
export const servers = ({ listen, tls }: NginxOptions): readonly Lines[] => {
  if (!tls) return [server(listen, serving)]
  return [
    server(
      listen,
      refusedHere,
      block(
        'location /',
        '# The method stays what it is.',
        'return 308 https://$host$request_uri;',
      ),
    ),
    '',
    server(
      `${tls.listen} ssl http2`,
      `ssl_certificate ${tls.certificate};`,
      `ssl_certificate_key ${tls.key};`,
      'ssl_protocols TLSv1.2 TLSv1.3;',
      'ssl_session_cache shared:tls:10m;',
      'ssl_session_tickets off;',
      serving,
    ),
  ]
}
