// node --import ./test/support/run-typescript.mjs file.ts — for tests that need a process of its own.
import { register } from 'node:module'

register('./typescript-hooks.mjs', import.meta.url)
