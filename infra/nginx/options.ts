export type Tls = {
  /** As nginx's `listen` has it. */
  readonly listen: string
  /** Files: the certificate with those between it and its root, and the private key. */
  readonly certificate: string
  readonly key: string
}

/** What differs from one installation to the next. Texts go into the configuration as they are. */
export type NginxOptions = {
  /** `host:port` of each process of a side; one that stands here twice is tried twice. */
  readonly upstreams: { readonly command: readonly string[]; readonly query: readonly string[] }
  /** Plain HTTP, as nginx's `listen` has it; with `tls` it only leads there. */
  readonly listen: string
  readonly tls?: Tls | undefined
  /** Networks of load balancers in front, whose word about address and scheme of a client counts. */
  readonly balancers?: readonly string[]
  /** Whose rights requests are answered with; undefined: those of whoever starts it. */
  readonly user?: string | undefined
  /** The file with its process id. */
  readonly pid: string
  /** For temporary files; undefined: where nginx was built to have them. */
  readonly directory?: string | undefined
  readonly accessLog: string
}

/** Of a Debian whose systemd runs it, beside the processes; it can be reached from there alone. */
export const hostOptions = {
  upstreams: { command: ['127.0.0.1:3001'], query: ['127.0.0.1:3002'] },
  listen: '127.0.0.1:8080',
  user: 'www-data',
  pid: '/run/nginx.pid',
  accessLog: '/var/log/nginx/access.log',
} satisfies NginxOptions

/** Of the containers in infra/deploy, which may write to `/tmp` only. */
export const containerOptions = {
  upstreams: {
    command: ['command-1:3000', 'command-2:3000'],
    query: ['query-1:3000', 'query-2:3000'],
  },
  listen: '8080',
  pid: '/tmp/nginx.pid',
  directory: '/tmp',
  accessLog: '/dev/stdout',
} satisfies NginxOptions
