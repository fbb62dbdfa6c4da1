import type { NginxOptions } from './options.ts'
import { refused, refusing } from './refusals.ts'
import { block, type Lines } from './text.ts'

const refusedHere: readonly Lines[] = [
  'recursive_error_pages on;',
  refusing(),
  '',
  block('location @refused', refused),
]

/**
 * A read that fails is asked for once more, elsewhere. A write is not, unless no byte of it was sent:
 * whether the one that failed had done it nobody knows.
 */
const locations: readonly Lines[] = [
  block('location /', 'rewrite ^ /-/$side last;'),
  '',
  block('location /-/', 'internal;', 'return 404;'),
  '',
  block(
    'location = /-/query',
    'internal;',
    'proxy_pass http://query$request_uri;',
    'proxy_next_upstream error timeout;',
    'proxy_next_upstream_tries 2;',
  ),
  '',
  block(
    'location = /-/command',
    'internal;',
    'proxy_pass http://command$request_uri;',
    'proxy_next_upstream off;',
    refusing([502, 504]),
    'error_page 502 504 = @command_again;',
  ),
  '',
  block(
    'location @command_again',
    block('if ($upstream_bytes_sent ~ [1-9])', 'return 502;'),
    'proxy_pass http://command$request_uri;',
    'proxy_next_upstream off;',
  ),
]

const serving: readonly Lines[] = [
  block('if ($has_large_headers)', 'return 431;'),
  'limit_conn addresses 512;',
  'limit_conn_status 429;',
  'add_header Strict-Transport-Security $strict_transport always;',
  refusedHere,
  '',
  locations,
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
