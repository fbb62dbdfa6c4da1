import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main, root } from './project.mjs'

/** Prepares the project, then runs a compiled entry point in this process, with its arguments. */
export const launch = (entry, first = async () => {}) =>
  main(async () => {
    await prepare()
    await first()
    process.setSourceMapsEnabled(true)
    await import(pathToFileURL(join(root, 'dist', entry)).href)
  })
