import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runOnH2, templateName } from './h2-databases.ts'
import { findProgram, installPackages, keepServer, scratchDirectory } from './kept-server.ts'
import { freePort } from './postgres.ts'

export type H2Server = {
  /** As administrator; the path is the directory of the server's databases. */
  readonly url: string
  stop(): Promise<void>
}

const debianPackages = ['libh2-java', 'default-jre-headless']

/** Debian's, then Homebrew's on either kind of Mac. */
const jarDirectories = [
  '/usr/share/java',
  '/opt/homebrew/opt/h2/libexec/bin',
  '/usr/local/opt/h2/libexec/bin',
]

const findJar = (): string | undefined => {
  if (process.env.H2_JAR) return process.env.H2_JAR
  for (const directory of jarDirectories) {
    if (!existsSync(directory)) continue
    const name = readdirSync(directory).find((file) => /^h2(-[\d.]+)?\.jar$/.test(file))
    if (name) return join(directory, name)
  }
  return undefined
}

/** Homebrew's Java is not on the path, where a Mac has a program that only asks for one. */
const findJava = (): string | undefined => {
  const java = join(process.env.JAVA_HOME ?? '/opt/homebrew/opt/openjdk', 'bin', 'java')
  return existsSync(java) ? java : findProgram('java')
}

/** Java and the library, installed first where that is possible. */
const programs = (): { readonly java: string; readonly jar: string } => {
  if (!findJar() || !findJava()) installPackages(...debianPackages)
  const java = findJava()
  const jar = findJar()
  if (java && jar) return { java, jar }
  throw new Error(
    `These tests need H2. Install it (Debian: apt-get install ${debianPackages.join(' ')}; macOS: ` +
      'brew install h2) or set H2_JAR to its jar and JAVA_HOME to a Java.',
  )
}

/** A small machine that is quick to start. H2 listens everywhere unless it is told. */
const javaOptions = (jar: string) => [
  '-Xmx512m',
  '-Xshare:auto',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Duser.timezone=UTC',
  '-Dh2.bindAddress=127.0.0.1',
  '-cp',
  jar,
]

/**
 * Starts a server on a free loopback port, under a password of its own. It creates no databases:
 * suites copy the one that is made here.
 */
export const startH2 = async (): Promise<H2Server> => {
  const { java, jar } = programs()
  const directory = scratchDirectory('h2', undefined)
  const password = randomBytes(16).toString('hex')
  const template = `jdbc:h2:${join(directory, templateName)};MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE`
  execFileSync(
    java,
    [
      ...javaOptions(jar),
      'org.h2.tools.Shell',
      ...['-url', template, '-user', 'sa', '-password', password, '-sql', 'select 1'],
    ],
    { stdio: 'ignore' },
  )
  const port = await freePort()
  const server = ['org.h2.tools.Server', '-pg', '-pgPort', String(port), '-baseDir', directory]
  const kept = keepServer(java, [...javaOptions(jar), ...server], directory, undefined)
  const url = `pg://sa:${password}@127.0.0.1:${port}${directory}`
  const answers = () =>
    runOnH2(new URL(url), templateName, ['shutdown']).then(
      () => true,
      () => false,
    )
  await kept.untilUp(answers)
  return { url, stop: kept.stop }
}
