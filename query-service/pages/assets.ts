import { createHash } from 'node:crypto'
import type { PageAsset } from '../../shared/contract/page.ts'
import { pagesPath } from '../../shared/contract/pages.ts'
import { script } from './assets/script.ts'
import { styles } from './assets/styles.ts'

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)

const asset = (name: string, extension: string, type: string, text: string): PageAsset => ({
  path: `${pagesPath}/assets/${name}-${hashOf(text)}.${extension}`,
  type: `${type}; charset=utf-8`,
  text,
})

export const pageStyles = asset('pages', 'css', 'text/css', styles)
export const pageScript = asset('pages', 'js', 'text/javascript', script)

/** Everything pages load. */
export const pageAssets: readonly PageAsset[] = [pageStyles, pageScript]
