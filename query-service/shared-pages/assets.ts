import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { PageAsset } from '../../shared/contract/page.ts'
import { sharedAssetsPath } from '../../shared/contract/shared-pages.ts'
import { chartStyles } from '../charts/styles.ts'
import { gridStyles } from './layout/grid.ts'

/** Beside this file, or where it was compiled from. */
const folder = (name: string): URL => {
  const beside = new URL(`${name}/`, import.meta.url)
  return existsSync(beside)
    ? beside
    : new URL(`../../../query-service/shared-pages/${name}/`, import.meta.url)
}

const read = (name: string): readonly { readonly name: string; readonly text: string }[] =>
  readdirSync(folder(name))
    .filter((file) => /^[\w-]+\.(?:mjs|css)$/.test(file))
    .sort()
    .map((file) => ({ name: file, text: readFileSync(new URL(file, folder(name)), 'utf8') }))

const modules = read('browser')
const ownStyles = read('styles').map(({ text }) => text)
/** Our own come last: they put pictures into cards. */
const styles = [chartStyles, ...ownStyles, gridStyles].join('\n')

/** Modules name each other by their plain names, so what changes is the folder they stand in. */
const hash = createHash('sha256')
  .update(JSON.stringify([modules, styles]))
  .digest('hex')
  .slice(0, 16)

const asset = (name: string, type: string, text: string): PageAsset => ({
  path: `${sharedAssetsPath}/${hash}/${name}`,
  type: `${type}; charset=utf-8`,
  text,
})

const scripts = modules.map(({ name, text }) => asset(name, 'text/javascript', text))
const isFirst = ({ path }: PageAsset): boolean => path.endsWith('/page.mjs')

const first = scripts.find(isFirst)
if (!first) throw new Error('the script of shared pages is not there')

export const sharedScript = first
/** What that loads, all at once. */
export const sharedModules = scripts.filter((script) => !isFirst(script))
export const sharedStyles = asset('shared.css', 'text/css', styles)

/** Everything these pages load. */
export const sharedAssets: readonly PageAsset[] = [sharedStyles, ...scripts]
