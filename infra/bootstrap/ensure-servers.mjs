import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fetchHelm, isHelmFetched } from './helm.mjs'
import { BootstrapProblem } from './project.mjs'
import { step } from './step.mjs'
import { inTurn } from './turn.mjs'

/** Programs that tests and measurements run, what installs them where, and what names another one. */
const programs = {
  mariadbd: {
    what: 'MariaDB, for the tests of the MySQL engine',
    debian: 'mariadb-server',
    macOs: 'brew install mariadb',
  },
  java: {
    what: 'Java, for the tests of the H2 engine',
    debian: 'default-jre-headless',
    macOs: 'brew install openjdk',
    places: [join(process.env.JAVA_HOME ?? '/opt/homebrew/opt/openjdk', 'bin')],
  },
  h2: {
    what: 'H2, for the tests of its engine',
    debian: 'libh2-java',
    macOs: 'brew install h2',
    isInstalled: () => existsSync(process.env.H2_JAR ?? '') || jarDirectories.some(holdsJar),
  },
  'redis-server': {
    what: 'Redis, for the tests of limits',
    debian: 'redis-server',
    macOs: 'brew install redis',
  },
  'nats-server': {
    what: 'NATS, for the tests of hints between processes',
    debian: 'nats-server',
    macOs: 'brew install nats-server',
  },
  nginx: {
    what: 'nginx, for the tests of what stands in front',
    debian: 'nginx',
    macOs: 'brew install nginx',
  },
  faketime: {
    what: 'faketime, for clocks that go wrong',
    debian: 'faketime',
    macOs: 'brew install libfaketime',
  },
  psql: {
    what: 'psql, to measure against',
    debian: 'postgresql-client',
    macOs: 'brew install libpq && brew link --force libpq',
  },
  chromium: {
    what: 'Chromium, for the tests of pages',
    debian: 'chromium',
    macOs: 'brew install --cask chromium',
    variable: 'CHROMIUM_PATH',
  },
  'docker-compose': {
    what: 'Docker Compose, for the tests of compose.yaml',
    debian: 'docker-compose',
    macOs: 'brew install docker-compose',
  },
  shellcheck: {
    what: 'ShellCheck, for the tests of scripts',
    debian: 'shellcheck',
    macOs: 'brew install shellcheck',
  },
  promtool: {
    what: 'Prometheus, for the tests of alerts',
    debian: 'prometheus',
    macOs: 'brew install prometheus',
  },
  helm: {
    what: 'Helm, for the tests of the chart',
    macOs: 'brew install helm',
    isInstalled: () => isHelmFetched() || isOnPath('helm'),
    // Debian has none.
    ...(process.platform === 'linux' && { fetch: fetchHelm }),
  },
}

const jarDirectories = [
  '/usr/share/java',
  '/opt/homebrew/opt/h2/libexec/bin',
  '/usr/local/opt/h2/libexec/bin',
]

const holdsJar = (directory) =>
  existsSync(directory) && readdirSync(directory).some((file) => /^h2(-[\d.]+)?\.jar$/.test(file))

/** Installs what is missing where it can (root on Debian), or says what to install. */
export async function ensurePrograms(...names) {
  await inTurn(
    'installing servers',
    () => names.some((name) => !isInstalled(name)),
    () => installAll(names.filter((name) => !isInstalled(name))),
  )
}

async function installAll(names) {
  for (const name of names) programs[name].fetch?.()
  const missing = names.filter((name) => !programs[name].fetch)
  if (missing.length === 0) return
  const packages = missing.map((name) => programs[name].debian)
  const what = missing.map((name) => programs[name].what).join('; ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new BootstrapProblem(
      `Missing: ${what}.\nInstall with: ${howToInstall(missing, packages)}`,
    )
  }
  await step({
    title: `Installing ${what} (first time only)`,
    command: '/bin/sh',
    args: [
      '-c',
      'apt-get update && apt-get install -y --no-install-recommends "$@"',
      'install',
      ...packages,
    ],
    log: 'servers.log',
    advice: `Install by hand: apt-get install ${packages.join(' ')}`,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
}

const howToInstall = (missing, packages) =>
  process.platform === 'darwin'
    ? missing.map((name) => programs[name].macOs).join(' && ')
    : `sudo apt-get install ${packages.join(' ')}`

/** Servers live in directories that an ordinary user's PATH leaves out. */
function isInstalled(name) {
  const program = programs[name]
  if (program.isInstalled) return program.isInstalled()
  const given = process.env[program.variable]
  if (given) return isExecutable(given)
  return isOnPath(name, program.places)
}

function isOnPath(name, places = []) {
  const path = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin:/opt/homebrew/bin`
  const directories = [...places, ...path.split(':')]
  return directories.some((directory) => isExecutable(join(directory, name)))
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
