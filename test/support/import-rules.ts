import type { FileImports } from './imports.ts'

/** What files of a kind may import. An allow-list: a new folder may import nothing until it is in. */
export type ImportRule = {
  /** The first rule that fits a file is its rule. */
  readonly files: RegExp
  /** Patterns of our own paths; `$1` is what the first group of `files` caught: the own slice. */
  readonly ours: readonly string[]
  /** Names; `node:` stands for what comes with Node, `*` for every package. */
  readonly packages: readonly string[]
}

const slice = (service: string) => new RegExp(`^${service}/([^/]+)/`)

export const importRules: readonly ImportRule[] = [
  { files: /^shared\/kernel\//, ours: ['^shared/kernel/'], packages: ['zod'] },
  { files: /^shared\/contract\//, ours: ['^shared/(?!events/)'], packages: ['zod'] },
  { files: /^shared\/events\//, ours: ['^shared/(?!contract/)'], packages: ['zod'] },
  { files: /^shared\//, ours: ['^shared/'], packages: ['zod'] },

  {
    files: /^command-service\/(reactors)\//,
    ours: ['^command-service/$1/', '^command-service/[^/]+$', '^shared/'],
    packages: ['node:', 'croner'],
  },
  {
    files: slice('command-service'),
    ours: ['^command-service/$1/', '^command-service/[^/]+$', '^shared/'],
    packages: ['node:'],
  },
  {
    files: /^command-service\//,
    ours: ['^command-service/', '^shared/'],
    packages: ['node:'],
  },

  {
    files: /^query-service\/engine\/export\//,
    ours: ['^query-service/engine/', '^query-service/[^/]+$', '^shared/'],
    packages: ['node:', 'csv-stringify', 'exceljs'],
  },
  {
    files: slice('query-service'),
    ours: [
      '^query-service/$1/',
      '^query-service/(engine|pages|shared-things|charts)/',
      '^query-service/[^/]+$',
      '^shared/',
    ],
    packages: ['node:', 'kysely'],
  },
  {
    files: /^query-service\//,
    ours: ['^query-service/', '^shared/'],
    packages: ['node:', 'kysely'],
  },

  {
    files: /^projections\/runtime\//,
    ours: ['^projections/runtime/', '^shared/'],
    packages: ['node:'],
  },
  { files: /^projections\/index\.ts$/, ours: ['^projections/', '^shared/'], packages: [] },
  { files: /^projections\//, ours: ['^projections/runtime/', '^shared/'], packages: [] },

  {
    files: /^infra\/(main|embedded|cli)(\/|\.ts$)/,
    ours: ['^(?!test/)'],
    packages: ['node:', '*'],
  },
  {
    files: /^infra\//,
    ours: ['^infra/(?!(main|embedded|cli)(/|\\.ts$))', '^shared/'],
    packages: ['node:', '*'],
  },

  { files: /^test\//, ours: [''], packages: ['node:', '*'] },
]

const packageOf = (imported: string): string =>
  imported.startsWith('node:')
    ? 'node:'
    : imported.split('/', imported.startsWith('@') ? 2 : 1).join('/')

const isAllowed = ({ files, ours, packages }: ImportRule, file: string, imported: string) => {
  if (!imported.endsWith('.ts')) {
    const name = packageOf(imported)
    return packages.includes(name) || (name !== 'node:' && packages.includes('*'))
  }
  const [, group = ''] = file.match(files) ?? []
  return ours.some((pattern) => new RegExp(pattern.replace('$1', group)).test(imported))
}

/** `file → import` for every import that its file's rule does not allow. */
export const violations = (tree: readonly FileImports[]): string[] =>
  tree.flatMap(({ file, imports }) => {
    const rule = importRules.find(({ files }) => files.test(file))
    return imports
      .filter((imported) => !rule || !isAllowed(rule, file, imported))
      .map((imported) => `${file} → ${imported}`)
  })
