import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { httpCaller } from '../../../infra/http-actions/http-caller.ts'

let directory: string
let certificate: string
let server: Server
let port: number
let heard: string
let askedFor: (string | false | null)[]

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'certificate-'))
  certificate = join(directory, 'certificate.pem')
  const key = join(directory, 'key.pem')
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=secure.example ' +
    `-addext subjectAltName=DNS:secure.example -keyout ${key} -out ${certificate}`
  execFileSync('openssl', request.split(' '), { stdio: 'ignore' })
  server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) })
  server.on('secureConnection', (socket: TLSSocket) => {
    askedFor.push(socket.servername)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      heard += chunk
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere')
    })
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(directory, { recursive: true })
})
beforeEach(() => {
  heard = ''
  askedFor = []
})

const unvouched = {
  kind: 'failed',
  reason: expect.stringContaining('certificate'),
  mayHaveActed: false,
}

test('nothing is said to whom no certificate vouches for, whatever the environment says', async () => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const allowedHosts = async () => ['secure.example']
    const caller = httpCaller({ userAgent: 'test', allowedHosts, ownEndpoints: [], lookup })
    const url = `https://secure.example:${port}/secret`
    const signal = new AbortController().signal
    expect(await caller.call({ method: 'GET', url, headers: {} }, { signal })).toEqual(unvouched)
    expect(heard).toBe('')
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  }
})

test('the certificate has to be of the host that is called, at whatever address', async () => {
  const script = [
    '--import',
    './test/support/run-typescript.mjs',
    'test/support/call-over-https.ts',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [...script, String(port)], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
  })
  const [same, other] = stdout.trim().split('\n')
  expect(JSON.parse(same ?? '')).toMatchObject({ kind: 'answered', status: 200, body: 'here' })
  expect(JSON.parse(other ?? '')).toEqual(unvouched)
  expect(askedFor[0]).toBe('secure.example')
  expect(heard.match(/^Host: .*$/gm)).toEqual([`Host: secure.example:${port}`])
}, 30_000)
