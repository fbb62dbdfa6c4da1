const inE2e = (names) => names.map((name) => `<rootDir>/test/e2e/${name}.int.test.ts`)

/** What could differ behind nginx and between processes, run there each time. */
const chosen = [
  ...['every-endpoint', 'permission-graph', 'membership', 'dashboard', 'public', 'export'],
  ...['pages', 'password-reset'],
]

/** Suites that reach into the process of the service, or bring processes of their own. */
const within = [
  // They put hooks, another way to the database, or a second service of other settings inside.
  ...['collection-graph', 'database-away', 'graph-flips', 'permission-graph-lag'],
  ...['read-your-writes', 'revocations', 'setting', 'shape-change', 'stopped-line', 'subscription'],
  ...['sync-interrupted'],
  // They look at its one pool, its spans or its log as a process, or exchange what it was given.
  ...['dataset-load', 'key-rotation', 'log-moves', 'tracing'],
  // It sends what nginx refuses as an address before anybody looks at it.
  ...['hostile-input'],
  // Its visitors say themselves where they come from, which nginx does not believe.
  ...['session'],
  // They measure the process, count the lines of its log, or ask its metrics.
  ...['database-refusals', 'embed', 'export-stream', 'http', 'observability'],
  // They are about one process: how it counts, starts, is killed or is asked by a command.
  ...['cli', 'cli-permissions', 'eventstoredb', 'first-light', 'limits', 'permission-graph-killed'],
  ...['roles', 'setup', 'tour'],
]

/** For jest: all suites that can run behind nginx where `TEST_CLUSTER` is set, else the chosen ones. */
export const behindNginx = process.env.TEST_CLUSTER
  ? {
      testMatch: inE2e(['*']),
      testPathIgnorePatterns: [`/test/e2e/(${within.join('|')})\\.int\\.test\\.ts$`],
    }
  : { testMatch: inE2e(chosen) }
