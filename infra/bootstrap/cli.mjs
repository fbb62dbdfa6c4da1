import { launch } from './launch.mjs'

await launch('infra/cli/main.js')
