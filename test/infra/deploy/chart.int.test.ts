import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { variableNotes } from '../../../infra/environment.ts'
import { nginxConf } from '../../../infra/nginx/nginx-conf.ts'
import { containerOptions } from '../../../infra/nginx/options.ts'
import { endpoints } from '../../../shared/contract/index.ts'
import { pageForms, pages } from '../../../shared/contract/pages.ts'
import { chartPath, type Helm, type Manifest, openHelm } from '../../support/deploy/helm.ts'

const least = {
  image: { repository: 'registry.example.com/analytics-service' },
  secret: { name: 'analytics-service' },
}
const full = {
  image: { ...least.image, digest: `sha256:${'a1'.repeat(32)}` },
  secret: {
    name: 'of-the-operator',
    keys: {
      EVENTSTORE_URL: 'log',
      NATS_URL: 'hints',
      REDIS_URL: 'limits',
      ADMIN_PASSWORD: 'first',
    },
    files: ['ca.crt'],
  },
  environment: { ADMIN_EMAIL: 'ada@example.com', LOG_LEVEL: 'warn', MAX_RESULT_MB: 32 },
  roles: { query: { autoscaling: { enabled: false }, replicas: 5 } },
  nginx: { balancers: ['10.0.0.0/8', 'fd00::/8'] },
  ingress: { enabled: true, host: 'analytics.example.com', tlsSecret: 'analytics-tls' },
  networkPolicies: { metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'watch' } } }] },
  podMonitor: { enabled: true },
}
const bare = {
  ...least,
  prepare: { enabled: false },
  networkPolicies: { enabled: false },
  podDisruptionBudgets: { enabled: false },
}

let helm: Helm
beforeAll(async () => {
  helm = await openHelm()
}, 120_000)

/** By its own code, beside what we read. */
const readByOpenTelemetry = [
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
]

const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind)
const podsOf = (manifests: readonly Manifest[]): Manifest[] =>
  [...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'Job')].map(({ spec }) => spec.template)
const fits = (labels: Manifest, { matchLabels = {}, matchExpressions = [] }: Manifest): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, values }: Manifest) => values.includes(labels[key]))

describe.each([
  ['the least it can be told', least],
  ['all of it', full],
  ['without what can be left out', bare],
])('with %s', (_, values) => {
  let manifests: readonly Manifest[]
  beforeAll(() => {
    expect(helm.lint(values)).toMatch(/0 chart\(s\) failed/)
    manifests = helm.template(values)
  })

  test('each role is a deployment that is watched, contained and stopped gently', () => {
    const deployments = ofKind(manifests, 'Deployment')
    const roles = deployments.flatMap(({ spec }) =>
      (spec.template.spec.containers[0].env ?? []).filter(({ name }: Manifest) => name === 'ROLE'),
    )
    expect(roles.map(({ value }: Manifest) => value).sort()).toEqual([
      ...['command', 'projector', 'query', 'worker'],
    ])
    for (const { spec } of deployments) {
      const [container] = spec.template.spec.containers
      expect(container).toMatchObject({
        livenessProbe: expect.anything(),
        readinessProbe: expect.anything(),
        lifecycle: { preStop: expect.anything() },
      })
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(20)
      const ports = container.ports.map(({ name }: Manifest) => name)
      for (const probe of [container.livenessProbe, container.readinessProbe])
        expect(ports).toContain((probe.httpGet ?? probe.tcpSocket).port)
    }
    for (const { spec } of podsOf(manifests)) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const { securityContext, resources, image } of spec.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(resources).toMatchObject({
          requests: { cpu: expect.anything() },
          limits: { memory: expect.anything() },
        })
        expect(image).toMatch(/(:\d[\w.-]*|@sha256:[0-9a-f]{64})$/)
      }
    }
  })

  test('selectors find their pods, and what refers to a deployment finds it', () => {
    for (const { spec } of ofKind(manifests, 'Deployment'))
      expect(fits(spec.template.metadata.labels, spec.selector)).toBe(true)
    const labels = podsOf(manifests).map(({ metadata }) => metadata.labels)
    const selectors = [
      ...ofKind(manifests, 'Service').map(({ spec }) => ({ matchLabels: spec.selector })),
      ...ofKind(manifests, 'PodDisruptionBudget').map(({ spec }) => spec.selector),
      ...ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec.podSelector),
      ...ofKind(manifests, 'PodMonitor').map(({ spec }) => spec.selector),
    ]
    expect(selectors.length).toBeGreaterThanOrEqual(3)
    for (const selector of selectors)
      expect(labels.filter((one) => fits(one, selector)).length).toBeGreaterThan(0)
    const names = ofKind(manifests, 'Deployment').map(({ metadata }) => metadata.name)
    for (const { spec } of ofKind(manifests, 'HorizontalPodAutoscaler')) {
      expect(names).toContain(spec.scaleTargetRef.name)
      const scaled = manifests.find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === spec.scaleTargetRef.name,
      )
      expect(scaled.spec.replicas).toBeUndefined()
    }
    for (const { spec } of ofKind(manifests, 'Ingress')) {
      const { name, port } = spec.rules[0].http.paths[0].backend.service
      const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === name)
      expect(service.spec.ports.map((one: Manifest) => one.name)).toContain(port.name)
    }
  })

  test('variables are those the service reads, and secrets come from files of the operator', () => {
    for (const { metadata, spec } of podsOf(manifests)) {
      const preparing = metadata.labels['app.kubernetes.io/component'] === 'prepare'
      const mounted = spec.volumes.flatMap(({ secret }: Manifest) =>
        (secret?.items ?? []).map(({ path }: Manifest) => `/run/secrets/analytics/${path}`),
      )
      for (const { name, value, valueFrom } of spec.containers[0].env ?? []) {
        const plain = name.replace(/_FILE$/, '')
        expect([name, variableNotes.has(plain), valueFrom]).toEqual([name, true, undefined])
        expect([name, variableNotes.get(plain)?.secret ?? false]).toEqual([name, plain !== name])
        if (plain !== name) expect(mounted).toContain(value)
        if (plain === 'DATABASE_ADMIN_URL') expect(preparing).toBe(true)
      }
      for (const { secret } of spec.volumes)
        if (secret) expect(secret.secretName).toBe(values.secret.name)
    }
    expect(ofKind(manifests, 'Secret')).toEqual([])
    expect(JSON.stringify(manifests)).not.toMatch(/:\/\/[^/"]*:[^/@"]+@|PRIVATE KEY/)
  })

  test('nginx is told where the two sides are, and whom to believe', () => {
    const [{ data }] = ofKind(manifests, 'ConfigMap')
    const conf: string = data['nginx.conf']
    const services = ofKind(manifests, 'Service').map(({ metadata }) => metadata.name)
    const upstreams = [...conf.matchAll(/server ([\w-]+):3000 /g)].map(([, host]) => host)
    expect(new Set(upstreams)).toEqual(
      new Set(['demo-analytics-service-command', 'demo-analytics-service-query']),
    )
    expect(services).toEqual(expect.arrayContaining(upstreams))
    const believed = [...conf.matchAll(/set_real_ip_from ([^;]+);/g)].map(([, network]) => network)
    expect(believed).toEqual(values === full ? full.nginx.balancers : ['192.0.2.1/32'])
    for (const network of believed) expect(conf).toContain(`${network} 1;`)
  })
})

test('the preparation comes before anything else, and only it knows the owner', () => {
  const [job] = ofKind(helm.template(full), 'Job')
  expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  const { args, env } = job.spec.template.spec.containers[0]
  expect(args).toEqual(['dist/infra/cli/main.js', 'database', 'prepare'])
  expect(env.map(({ name }: Manifest) => name).sort()).toEqual([
    ...['DATABASE_ADMIN_URL_FILE', 'DATABASE_URL_FILE', 'MASTER_KEY_FILE'],
  ])
})

test('the first admin is known to command alone', () => {
  const knowing = podsOf(helm.template(full)).flatMap(({ metadata, spec }) => {
    const items = spec.volumes.flatMap(({ secret }: Manifest) => secret?.items ?? [])
    const names = [...(spec.containers[0].env ?? []), ...items].map(({ name, key }) => name ?? key)
    const part = metadata.labels['app.kubernetes.io/component']
    return names.filter((name) => /^ADMIN|^first$/.test(name)).map((name) => `${part} ${name}`)
  })
  expect(knowing.sort()).toEqual([
    ...['command ADMIN_EMAIL', 'command ADMIN_PASSWORD_FILE', 'command first'],
  ])
})

test.each<[string, object, RegExp]>([
  ['no image', { secret: least.secret }, /repository/],
  ['the image of the day', { ...least, image: { ...least.image, tag: 'latest' } }, /tag/],
  ['no secret', { image: least.image }, /secret/],
  ['no master key', { ...least, secret: { name: 'a', keys: { MASTER_KEY: '' } } }, /MASTER_KEY/],
  ['a secret in clear', { ...least, environment: { REDIS_URL: 'redis://a:b@c:1' } }, /REDIS_URL/],
  ['an unknown variable', { ...least, environment: { SITE_ULR: 'x' } }, /SITE_ULR/],
  ['a role there is not', { ...least, roles: { admin: { replicas: 1, resources: {} } } }, /admin/],
  ['no process of a role', { ...least, roles: { worker: { replicas: 0 } } }, /replicas/],
  ['an ingress to nowhere', { ...least, ingress: { enabled: true } }, /host|ingress/],
  ['a misspelt value', { ...least, networkPolicy: { enabled: false } }, /networkPolicy/],
])('values with %s are refused', (_, values, why) => {
  expect(() => helm.template(values)).toThrow(why)
})

test('what values may say follows from the variables of the service', () => {
  const schema = JSON.parse(readFileSync(`${chartPath}/values.schema.json`, 'utf8'))
  const names = [...variableNotes]
  const secrets = names.filter(([, { secret }]) => secret).map(([name]) => name)
  expect(Object.keys(schema.properties.secret.properties.keys.properties).sort()).toEqual(
    secrets.sort(),
  )
  const decidedHere = [
    'ROLE',
    'TRUST_PROXY',
    'HOST',
    'PORT',
    'METRICS_HOST',
    'METRICS_PORT',
    'DATA_DIR',
  ]
  const plain = names.filter(([name, { secret }]) => !secret && !decidedHere.includes(name))
  expect(schema.properties.environment.propertyNames.enum.sort()).toEqual(
    [...plain.map(([name]) => name), ...readByOpenTelemetry].sort(),
  )
})

test('its nginx.conf is generated: npm run cli -- nginx --container --command command-service:3000,command-service:3000 --query query-service:3000,query-service:3000 --balancer 192.0.2.1/32', () => {
  const twice = (address: string) => [address, address]
  const generated = nginxConf(
    { endpoints, pages, pageForms },
    {
      ...containerOptions,
      upstreams: { command: twice('command-service:3000'), query: twice('query-service:3000') },
      balancers: ['192.0.2.1/32'],
    },
  )
  expect(readFileSync(`${chartPath}/files/nginx.conf`, 'utf8')).toBe(generated)
})
