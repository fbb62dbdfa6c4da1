import { type Command, InvalidArgumentError, Option } from 'commander'
import { endpoints } from '../../shared/contract/index.ts'
import { pageForms, pages } from '../../shared/contract/pages.ts'
import { nginxConf } from '../nginx/nginx-conf.ts'
import { containerOptions, hostOptions } from '../nginx/options.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'

const matching = (shape: RegExp, what: string) => (text: string) => {
  if (shape.test(text)) return text
  throw new InvalidArgumentError(`It must be ${what}.`)
}

const listOf = (item: (text: string) => string) => (text: string) => text.split(',').map(item)

const host = String.raw`(?:[\w.-]+|\[[\da-f:]+\])`
const upstream = matching(new RegExp(`^${host}:\\d{1,5}$`, 'i'), 'addresses such as a.example:3000')
const listening = matching(new RegExp(`^(?:${host}:)?\\d{1,5}$`, 'i'), 'a port, or address:port')
const network = matching(/^[\da-f.:]+(?:\/\d{1,3})?$/i, 'networks such as 10.0.0.0/8')
const path = matching(/^\/[\w./-]+$/, 'an absolute path')
const account = matching(/^[a-z_][\w-]*$/i, 'the name of an account')

type Given = {
  readonly command: string[]
  readonly query: string[]
  readonly listen: string
  readonly tlsListen: string
  readonly tlsCertificate?: string
  readonly tlsKey?: string
  readonly balancer?: string[]
  readonly user?: string
  readonly pid: string
  readonly directory?: string
  readonly accessLog: string
}

const tlsOf = ({ tlsListen: listen, tlsCertificate: certificate, tlsKey: key }: Given) => {
  if (certificate === undefined && key === undefined) return undefined
  if (certificate !== undefined && key !== undefined) return { listen, certificate, key }
  throw new StartupProblem('--tls-certificate and --tls-key must be given together.')
}

/** The configuration of an nginx in front of command and query processes. */
export const addNginx = (program: Command, context: CliContext): void => {
  const { upstreams, listen, user, pid, accessLog } = hostOptions
  const { upstreams: containers, ...ofContainers } = containerOptions
  const inContainers = { ...containers, tlsListen: '8443', user: undefined, ...ofContainers }
  program
    .command('nginx')
    .summary('the nginx.conf for command and query processes, made from the endpoints')
    .option('--command <hosts>', 'command processes, host:port,…', listOf(upstream), [
      ...upstreams.command,
    ])
    .option('--query <hosts>', 'query processes, host:port,…', listOf(upstream), [
      ...upstreams.query,
    ])
    .option(
      '--listen <place>',
      'plain HTTP, [address:]port; with TLS it only leads there',
      listening,
      listen,
    )
    .option('--tls-listen <place>', 'TLS, [address:]port', listening, '127.0.0.1:8443')
    .option('--tls-certificate <file>', 'the chain of certificates, PEM', path)
    .option('--tls-key <file>', 'its private key, PEM', path)
    .option(
      '--balancer <networks>',
      'load balancers in front that tell the address of a client',
      listOf(network),
    )
    .option('--user <name>', 'whose rights it answers with', account, user)
    .option('--pid <file>', 'process id', path, pid)
    .option('--directory <path>', 'temporary files; without it where nginx has them', path)
    .option('--access-log <file>', 'a line of JSON for each request', path, accessLog)
    .addOption(
      new Option(
        '--container',
        'what is not given is as the containers of infra/deploy have it',
      ).implies(inContainers),
    )
    .action((given: Given) => {
      const conf = nginxConf(
        { endpoints, pages, pageForms },
        {
          upstreams: { command: given.command, query: given.query },
          listen: given.listen,
          tls: tlsOf(given),
          balancers: given.balancer ?? [],
          user: given.user,
          pid: given.pid,
          directory: given.directory,
          accessLog: given.accessLog,
        },
      )
      return context.write(Buffer.from(conf))
    })
}
