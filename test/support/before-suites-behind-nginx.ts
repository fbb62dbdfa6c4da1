import { beforeAll } from '@jest/globals'
import { prepareAhead } from './behind-nginx.ts'

beforeAll(prepareAhead, 120_000)
