import { existsSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { variableNotes } from '../../../infra/environment.ts'
import { sentToBuilder } from '../../support/deploy/docker-ignore.ts'
import { pairsIn, stagesOf, valuesOf } from '../../support/deploy/dockerfile.ts'

const stages = stagesOf('infra/deploy/Dockerfile')
const last = stages.at(-1)
const isSent = sentToBuilder('.dockerignore')

const commandOf = (name: string): readonly string[] => JSON.parse(valuesOf(last, name)[0] ?? '[]')

describe('the image', () => {
  test('begins with one exact version of a small system', () => {
    for (const { image } of stages) expect(image).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim$/)
    expect(new Set(stages.map(({ image }) => image)).size).toBe(1)
  })

  test('runs as a number that is not root, and as nobody else afterwards', () => {
    const users = valuesOf(last, 'USER')
    expect(users).toHaveLength(1)
    expect(Number(users[0]?.split(':')[0])).toBeGreaterThan(1_000)
    const names = last?.instructions.map(({ name }) => name) ?? []
    const after = names.slice(names.indexOf('USER'))
    expect(after).not.toContain('RUN')
    expect(after).not.toContain('COPY')
  })

  test('has an init as process 1, and hands signals on: nothing goes through a shell', () => {
    expect(commandOf('ENTRYPOINT')[0]).toBe('/usr/bin/tini')
    expect(commandOf('CMD')).toEqual(['dist/infra/main.js'])
    expect(valuesOf(last, 'STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(valuesOf(last, 'HEALTHCHECK')[0]).toMatch(/ CMD \["node", "dist\/.*healthcheck\.mjs"\]$/)
  })

  test('says what it is', () => {
    const labels = pairsIn(valuesOf(last, 'LABEL').join(' '))
    for (const key of ['title', 'description', 'version', 'revision', 'licenses'])
      expect(labels.get(`org.opencontainers.image.${key}`)).toBeTruthy()
  })

  test('takes from other stages only what it runs', () => {
    for (const stage of stages) expect(valuesOf(stage, 'ADD')).toEqual([])
    for (const value of valuesOf(last, 'COPY')) expect(value).toMatch(/^--from=(build|packages) /)
  })

  test('holds no secret, and no variable that the service does not read', () => {
    const given = stages.flatMap((stage) => [
      ...valuesOf(stage, 'ENV').flatMap((value) => [...pairsIn(value).keys()]),
      ...valuesOf(stage, 'ARG').map((value) => value.split('=')[0] ?? ''),
    ])
    const known = given.filter((name) => !['NODE_ENV', 'VERSION', 'REVISION'].includes(name))
    expect(known.length).toBeGreaterThan(3)
    for (const name of known) {
      expect([name, variableNotes.has(name)]).toEqual([name, true])
      expect([name, variableNotes.get(name)?.secret ?? false]).toEqual([name, false])
    }
  })
})

describe('what the builder is sent', () => {
  test('is what stages copy, and what they compile with', () => {
    const copied = stages
      .flatMap((stage) => valuesOf(stage, 'COPY'))
      .filter((value) => !value.startsWith('--from='))
      .flatMap((value) => value.split(/\s+/).slice(0, -1))
      .filter((path) => path !== '.')
    const needed = [...copied, 'infra/deploy/image/tsconfig.json', 'infra/charts/png-worker.mjs']
    for (const path of needed) {
      expect([path, existsSync(path)]).toEqual([path, true])
      expect([path, isSent(path)]).toEqual([path, true])
    }
  })

  test.each([
    '.env',
    'infra/deploy/.env',
    'infra/deploy/secrets/master_key',
    'data/keys/master.key',
    'node_modules/pg/package.json',
    'dist/infra/main.js',
    '.git/config',
    'test/fixtures/tls/server.key',
  ])('leaves out %s', (path) => expect(isSent(path)).toBe(false))
})
