import { describe, expect, test } from '@jest/globals'
import { commandRoutes } from '../command-service/routes.ts'
import { pageRoutes } from '../query-service/page-routes.ts'
import { queryRoutes } from '../query-service/routes.ts'
import { sharedRoutes } from '../query-service/shared-routes.ts'
import { rateClasses } from '../shared/contract/endpoint.ts'
import { endpoints } from '../shared/contract/index.ts'
import { pageForms, pages, pagesPath } from '../shared/contract/pages.ts'
import { violations } from './support/import-rules.ts'
import { readTree, specifiersIn } from './support/imports.ts'

const folders = ['shared', 'command-service', 'query-service', 'projections', 'infra', 'test']

describe('the tree', () => {
  const tree = readTree(folders)

  test('was really looked at', () => {
    for (const folder of folders)
      expect(tree.filter(({ file }) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(5)
    const imports = tree.flatMap((file) => file.imports)
    expect(imports.length).toBeGreaterThan(500)
    expect(imports).toEqual(expect.arrayContaining(['zod', 'pg', 'shared/kernel/refusal.ts']))
  })

  test('imports nothing it may not', () => {
    expect(violations(tree)).toEqual([])
  })
})

describe('imports are found', () => {
  test.each([
    [`import { a } from './a.ts'`, ['./a.ts']],
    [`import type { A } from "../a.ts"`, ['../a.ts']],
    [`export * from './a.ts'`, ['./a.ts']],
    [`import {\n  a,\n  b,\n} from 'pg'`, ['pg']],
    [`import 'side-effect'`, ['side-effect']],
    [`const a = await import('./a.ts')`, ['./a.ts']],
    [`type A = import('./a.ts').A`, ['./a.ts']],
    [`const from = 'nowhere'`, []],
  ])('in %j', (text, specifiers) => {
    expect(specifiersIn(text)).toEqual(specifiers)
  })
})

describe('an import that breaks a rule is found', () => {
  test.each([
    ['shared/kernel/clock.ts', 'shared/contract/user.ts'],
    ['shared/contract/user.ts', 'shared/events/user.ts'],
    ['shared/events/user.ts', 'shared/contract/user.ts'],
    ['shared/views/user.ts', 'node:crypto'],
    ['shared/views/user.ts', 'kysely'],
    ['shared/views/user.ts', 'projections/user.ts'],
    ['command-service/user/routes.ts', 'command-service/group/decider.ts'],
    ['command-service/user/routes.ts', 'croner'],
    ['command-service/user/routes.ts', 'pg'],
    ['command-service/user/routes.ts', 'query-service/user/routes.ts'],
    ['command-service/reactors/schedules.ts', 'command-service/database/decider.ts'],
    ['command-service/execute.ts', 'infra/event-store/memory.ts'],
    ['query-service/user/routes.ts', 'query-service/table/routes.ts'],
    ['query-service/engine/run.ts', 'query-service/table/routes.ts'],
    ['query-service/engine/run.ts', 'exceljs'],
    ['query-service/engine/export/csv.ts', 'mysql2'],
    ['query-service/dataset/routes.ts', 'command-service/execute.ts'],
    ['query-service/pages/frame.ts', 'query-service/permissions/look.ts'],
    ['projections/user.ts', 'projections/group.ts'],
    ['projections/user.ts', 'kysely'],
    ['projections/runtime/projector.ts', 'projections/index.ts'],
    ['infra/http/app.ts', 'query-service/context.ts'],
    ['infra/http/app.ts', 'infra/main/service.ts'],
    ['infra/http/app.ts', 'infra/embedded/postgres.ts'],
    ['infra/main/service.ts', 'test/support/service.ts'],
    ['infra/http/app.ts', 'test/support/service.ts'],
    ['somewhere/new.ts', 'shared/kernel/refusal.ts'],
  ])('%s → %s', (file, imported) => {
    expect(violations([{ file, imports: [imported] }])).toEqual([`${file} → ${imported}`])
  })
})

describe('an import that keeps the rules is let through', () => {
  test.each([
    ['shared/contract/user.ts', 'shared/kernel/refusal.ts'],
    ['command-service/user/routes.ts', 'command-service/user/decider.ts'],
    ['command-service/user/routes.ts', 'command-service/accounts.ts'],
    ['command-service/routes.ts', 'command-service/user/routes.ts'],
    ['command-service/reactors/schedules.ts', 'croner'],
    ['query-service/dataset/export.ts', 'query-service/engine/run.ts'],
    ['query-service/permissions/page/route.ts', 'query-service/pages/html.ts'],
    ['query-service/engine/export/xlsx/exporter.ts', 'exceljs'],
    ['query-service/engine/export/csv.ts', 'csv-stringify/sync'],
    ['query-service/context.ts', 'kysely'],
    ['projections/user.ts', 'projections/runtime/projection.ts'],
    ['projections/index.ts', 'projections/user.ts'],
    ['infra/http/app.ts', 'express'],
    ['infra/security/common-passwords.ts', '@zxcvbn-ts/language-common'],
    ['infra/main.ts', 'infra/main/service.ts'],
    ['infra/main/background.ts', 'command-service/execute.ts'],
    ['test/contracts/event-store.ts', 'infra/event-store/memory.ts'],
  ])('%s → %s', (file, imported) => {
    expect(violations([{ file, imports: [imported] }])).toEqual([])
  })
})

describe('every endpoint', () => {
  const nothing = {} as never
  const routes = {
    command: commandRoutes(nothing).map(({ endpoint }) => endpoint),
    query: [...queryRoutes(nothing), ...sharedRoutes(nothing)].map(({ endpoint }) => endpoint),
  }
  const accessRules = ['anyone', 'session-once-set-up', 'session', 'self-or-admin', 'admin']

  test('is in the list that everything is derived from', () => {
    expect(endpoints.length).toBeGreaterThan(30)
    for (const endpoint of [...routes.command, ...routes.query])
      expect(endpoints).toContain(endpoint)
  })

  test.each(
    endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('%s is declared whole and served by one route of its own side', (_, endpoint) => {
    expect(accessRules).toContain(endpoint.access)
    expect(rateClasses).toContain(endpoint.rate)
    expect(endpoint.summary).not.toBe('')
    expect(routes[endpoint.side].filter((it) => it === endpoint)).toHaveLength(1)
    const other = endpoint.side === 'command' ? 'query' : 'command'
    expect(routes[other]).not.toContain(endpoint)
  })

  test('has an address of its own', () => {
    const addresses = endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

describe('every page', () => {
  test('is shown by one route, and stands where its cookie reaches unless anyone may open it', () => {
    const shown = pageRoutes({} as never).map(({ page }) => page)
    expect(shown).toEqual(pages)
    for (const { path, access, title } of pages) {
      expect(title).not.toBe('')
      if (access !== 'anyone') expect(path.startsWith(`${pagesPath}/`)).toBe(true)
    }
    for (const { path, does, session } of pageForms) {
      if (session !== 'prepares') expect(path.startsWith(`${pagesPath}/`)).toBe(true)
      expect(endpoints).toContain(does)
    }
  })
})
