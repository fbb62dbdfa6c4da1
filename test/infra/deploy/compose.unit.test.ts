import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { variableNotes } from '../../../infra/environment.ts'
import { type ComposeService, readCompose, secretPlaces } from '../../support/deploy/compose.ts'

const { services, networks, volumes, secrets } = readCompose()
const all = Object.entries(services)
const own = all.filter(([, { image }]) => image.startsWith('analytics-service:'))
const named = (name: string): ComposeService => {
  const service = services[name]
  if (!service) throw new Error(`no service ${name}`)
  return service
}

test('every part of the service is there', () => {
  const roles = own.map(([, { environment }]) => environment?.ROLE).sort()
  expect(roles).toEqual([
    ...['command', 'command', 'projector', 'projector', 'query', 'query', 'worker', undefined],
  ])
  for (const name of ['nginx', 'postgres', 'eventstore', 'nats', 'redis', 'mariadb', 'mail'])
    expect(named(name).profiles).toBeUndefined()
  for (const name of ['prometheus', 'grafana', 'otel-collector'])
    expect(named(name).profiles).toEqual(['observability'])
})

describe('every container', () => {
  test.each(all)('%s is contained', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      cpus: expect.any(Number),
      pids_limit: expect.any(Number),
      stop_grace_period: expect.stringMatching(/^\d+s$/),
      restart: expect.stringMatching(/^(unless-stopped|on-failure)$/),
    })
    expect(service.logging.options).toMatchObject({ 'max-size': '10m', 'max-file': '5' })
    expect(service.cap_add ?? service.privileged).toBeUndefined()
  })

  test.each(all)('%s is one exact version', (_, { image }) =>
    expect(image).toMatch(/:(\$\{ANALYTICS_VERSION:-local\}|v?\d+\.\d+(\.\d+)?[\w.-]*)$/),
  )

  test('says whether it is well, but for the one that ends and the one that holds no program', () => {
    const unasked = all.filter(([, { healthcheck }]) => healthcheck.disable).map(([name]) => name)
    expect(unasked.sort()).toEqual(['otel-collector', 'prepare'])
    for (const [, { healthcheck }] of all.filter(([name]) => !unasked.includes(name)))
      expect(healthcheck).toMatchObject({
        test: expect.arrayContaining([expect.stringMatching(/^CMD/)]),
        interval: expect.any(String),
        timeout: expect.any(String),
        retries: expect.any(Number),
        start_period: expect.any(String),
      })
  })

  test.each(all)('%s waits only for what can be waited for', (_, { depends_on = {} }) => {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      const { healthcheck } = named(name)
      expect(condition).toBe(
        healthcheck.disable ? 'service_completed_successfully' : 'service_healthy',
      )
    }
  })

  test.each(all)('%s mounts only what there is', (_, service) => {
    for (const name of secretPlaces(service).keys()) expect(secrets).toHaveProperty([name])
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      if (!source.startsWith('.')) expect(volumes).toHaveProperty([source])
      else if (!source.startsWith('./secrets/'))
        expect([source, existsSync(join('infra/deploy', source))]).toEqual([source, true])
      if (source.startsWith('.')) expect(volume).toMatch(/:ro$/)
    }
  })
})

describe('doors', () => {
  test('only nginx has one; what watches it has another, for this machine alone', () => {
    const published = all.filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name).sort()).toEqual(['grafana', 'nginx'])
    expect(named('grafana').ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)])
    for (const [, service] of all) expect(service.network_mode).toBeUndefined()
  })

  test('stores are in a network that leads nowhere, with those who need them and nobody else', () => {
    for (const name of ['front', 'stores', 'neighbours', 'watched'])
      expect(networks[name]).toEqual({ internal: true })
    const members = (network: string) =>
      all.filter(([, service]) => service.networks.includes(network)).map(([name]) => name)
    expect(members('edge').sort()).toEqual(['grafana', 'nginx'])
    expect(named('nginx').networks).not.toContain('stores')
    for (const name of ['postgres', 'eventstore', 'nats', 'redis'])
      expect(named(name).networks).toEqual(['stores'])
    expect(members('outside').sort()).toEqual([
      ...['command-1', 'command-2', 'query-1', 'query-2', 'worker'],
    ])
  })
})

describe('variables', () => {
  test.each(own)('%s is told nothing that the service does not read', (_, { environment = {} }) => {
    for (const name of Object.keys(environment)) {
      const plain = name.replace(/_FILE$/, '')
      expect([name, variableNotes.has(plain)]).toEqual([name, true])
      if (name !== plain) expect(variableNotes.get(plain)?.secret).toBe(true)
    }
  })

  test.each(all)('%s has secrets from files it mounts, and none in clear', (_, service) => {
    const places = [...secretPlaces(service).values()]
    for (const [name, value] of Object.entries(service.environment ?? {})) {
      if (/__?FILE$/.test(name) && value.startsWith('/run/secrets/'))
        expect(places).toContain(value)
      else if (/PASSWORD|SECRET|TOKEN|_KEY$/.test(name))
        expect(value).toMatch(/^(\$\{\w+:\?[^}]+\}|\/run\/secrets\/\w+)$/)
      else expect(value).not.toMatch(/:\/\/[^/]*:[^/@]*@|[0-9a-f]{32}/)
    }
  })

  test('who prepares the database knows its owner and who makes the first admin their password, and nobody else', () => {
    const holders = all.filter(([, service]) => secretPlaces(service).has('database_admin_url'))
    expect(holders.map(([name]) => name)).toEqual(['prepare'])
    const makers = all.filter(([, service]) => secretPlaces(service).has('admin_password'))
    expect(makers.map(([name]) => name)).toEqual(['command-1', 'command-2'])
  })
})
