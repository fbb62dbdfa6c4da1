import { launch } from './launch.mjs'

await launch('infra/cli/tour.js')
