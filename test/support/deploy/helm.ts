import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { findProgram } from '../kept-server.ts'

export const chartPath = 'infra/deploy/helm/analytics-service'

// biome-ignore lint/suspicious/noExplicitAny: a manifest is what Kubernetes says it is
export type Manifest = any

const bootstrap = (file: string): Promise<Record<string, never>> =>
  import(new URL(`../../../infra/bootstrap/${file}`, import.meta.url).href)

/** The program, installed first where that is possible. */
const program = async (): Promise<string> => {
  const { ensurePrograms } = (await bootstrap('ensure-servers.mjs')) as {
    ensurePrograms?: (...names: string[]) => Promise<void>
  }
  await ensurePrograms?.('helm')
  const { fetchedHelm } = (await bootstrap('helm.mjs')) as { fetchedHelm?: string }
  return findProgram('helm') ?? fetchedHelm ?? 'helm'
}

export type Helm = {
  /** What `helm lint --strict` says; throws where it finds something. */
  lint(values: object): string
  /** All that would be installed as the release `demo`; throws what Helm says against the values. */
  template(values: object): readonly Manifest[]
}

export const openHelm = async (): Promise<Helm> => {
  const helm = await program()
  const run = (
    values: object,
    before: readonly string[],
    after: readonly string[] = [],
  ): string => {
    const directory = mkdtempSync(join(tmpdir(), 'helm-'))
    const file = join(directory, 'values.json')
    writeFileSync(file, JSON.stringify(values))
    const { status, stdout, stderr } = spawnSync(
      helm,
      [...before, chartPath, '--values', file, ...after],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    )
    rmSync(directory, { recursive: true })
    if (status !== 0) throw new Error(`${stdout}${stderr}`)
    return stdout
  }
  return {
    lint: (values) => run(values, ['lint', '--strict']),
    template: (values) =>
      parseAllDocuments(run(values, ['template', 'demo']), { merge: true })
        .map((document) => document.toJS())
        .filter((manifest) => manifest !== null),
  }
}
