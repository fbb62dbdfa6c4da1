import { availableParallelism } from 'node:os'
import { behindNginx } from './test/support/suites-behind-nginx.mjs'

const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
  },
}

const int = {
  ...common,
  displayName: 'int',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '\\.unit\\.test\\.ts$'],
  setupFiles: ['<rootDir>/test/support/use-worker-postgres.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
}

/**
 * `unit` needs nothing but Node; `int` is everything else and starts the servers it needs; `cluster`
 * has some suites of `int` once more, with the service as processes by role behind nginx.
 */
export default {
  // Each worker has a Postgres server of its own, and shares the others.
  maxWorkers: Math.min(availableParallelism(), 4),
  // A machine with much else to do is slow, not wrong.
  testTimeout: 30_000,
  // ES modules of finished suites stay in a worker's memory; a fresh worker has none of them.
  workerIdleMemoryLimit: '800MB',
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/test/**/*.unit.test.ts'] },
    int,
    {
      ...int,
      ...behindNginx,
      displayName: 'cluster',
      setupFiles: [...int.setupFiles, '<rootDir>/test/support/use-nginx.ts'],
      setupFilesAfterEnv: ['<rootDir>/test/support/before-suites-behind-nginx.ts'],
      globalSetup: '<rootDir>/test/support/global-setup-behind-nginx.ts',
    },
  ],
}
