import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const packageFile = (): { version: string } => {
  try {
    return require('../../package.json')
  } catch {
    // Compiled code stands one folder deeper.
    return require('../../../package.json')
  }
}

/** In the manner clients parse: `v1.2.3`. */
export const version = { tag: `v${packageFile().version}`, hash: 'unreleased' } as const
