import { fileURLToPath } from 'node:url'
import { transformFile } from '@swc/core'

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const { code } = await transformFile(fileURLToPath(url), {
    configFile: false,
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  })
  return { format: 'module', shortCircuit: true, source: code }
}
