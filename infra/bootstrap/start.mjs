import { launch } from './launch.mjs'

await launch('infra/main.js')
