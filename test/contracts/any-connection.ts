import { createServer } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import type { EngineOptions } from '../../infra/engines/options.ts'
import type { ConnectionDetails } from '../../shared/ports/engine-driver.ts'
import { type DriverBench, rowsOf } from './driver-bench.ts'

/** What becomes of a connection, made or not. */
export const anyConnectionContract = ({ fixture, driver, newDriver }: DriverBench): void => {
  describe('connections', () => {
    const blamed = async (
      change: Partial<ConnectionDetails>,
      options: Partial<EngineOptions> = {},
    ) =>
      newDriver(options)
        .test({ ...fixture().details, ...change })
        .then(
          () => 'connected',
          (error) => [error.name, error.field],
        )

    test('are tested, with a warning for a mighty user', async () => {
      expect(await driver().test(fixture().details)).toEqual({})
      expect(await driver().test(fixture().adminDetails)).toEqual({ warning: expect.any(String) })
    })

    test('blame the key that is wrong', async () => {
      expect(await blamed({ password: 'wrong' })).toEqual(['ConnectionProblem', 'password'])
      expect(await blamed({ password: undefined })).toEqual(['ConnectionProblem', 'password'])
      expect(await blamed({ dbname: 'no_such_db' })).toEqual([
        'ConnectionProblem',
        fixture().quirks?.missingDatabase ?? 'dbname',
      ])
      expect(await blamed({ port: 1 })).toEqual(['ConnectionProblem', 'port'])
      expect(await blamed({ host: 'no-such-host.invalid' })).toEqual(['ConnectionProblem', 'host'])
      expect(await blamed({ ssl: true })).toEqual(['ConnectionProblem', 'ssl'])
      expect(await blamed({ host: '169.254.169.254' })).toEqual(['ConnectionProblem', 'host'])
    })

    test('are refused to our own servers, but for our own database', async () => {
      const { host, port } = fixture().details
      const ownEndpoints = [{ host: 'localhost', port }]
      expect(await blamed({ host }, { ownEndpoints })).toEqual(['ConnectionProblem', 'host'])
      expect(await blamed({ host }, { ownEndpoints, isOwnDatabase: () => true })).toBe('connected')
    })

    test('give up on a server that says nothing, or nonsense', async () => {
      for (const greeting of ['', 'HTTP/1.1 400 Bad Request\r\n\r\n']) {
        const server = createServer((socket) => {
          socket.on('error', () => undefined)
          if (greeting) socket.end(greeting)
        })
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
        const address = server.address()
        const port = typeof address === 'object' && address ? address.port : 0
        const [problem] = await blamed({ port }, { connectTimeoutMs: 500 })
        expect(problem).toBe('ConnectionProblem')
        server.close()
      }
    })

    test('prefer encryption where the server has it', async () => {
      if (fixture().quirks?.encrypts === false) return
      expect(await blamed({ ssl: true, 'ssl-mode': 'prefer' })).toBe('connected')
      expect(await blamed({ ssl: true, 'ssl-mode': 'verify-full' })).toEqual([
        'ConnectionProblem',
        'ssl',
      ])
    })

    test('follow the version of their details', async () => {
      const own = newDriver()
      const at = (version: string, details: ConnectionDetails) =>
        own.query(
          { databaseId: 7, version, details },
          { sql: fixture().sql.series(1), parameters: [] },
          { signal: new AbortController().signal, timeoutMs: 5_000, origin: 'compiled' },
        )
      await rowsOf((await at('1', fixture().details)).batches)
      await expect(at('2', { ...fixture().details, password: 'wrong' })).rejects.toMatchObject({
        name: 'ConnectionProblem',
      })
      await rowsOf((await at('3', fixture().details)).batches)
      await own.release(7)
      await rowsOf((await at('3', fixture().details)).batches)
    })
  })
}
