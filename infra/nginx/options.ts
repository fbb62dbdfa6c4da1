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
  /** For the process id and temporary files; only it is written to. */
  readonly directory: string
  readonly accessLog: string
}

/** Of the containers in infra/deploy. */
export const defaultOptions: NginxOptions = {
  upstreams: {
    command: ['command-1:3000', 'command-2:3000'],
    query: ['query-1:3000', 'query-2:3000'],
  },
  listen: '8080',
  directory: '/tmp',
  accessLog: '/dev/stdout',
}
