import express from 'express'
import pg from 'pg'

// The least a service could do: a query over the pg package behind Express, in a process of its own.
const pool = new pg.Pool({ ...JSON.parse(process.env.BENCH_CONNECTION ?? '{}'), max: 10 })
const app = express()
app.use(express.json())
app.post('/query', async (request, response) => {
  const { rows, fields } = await pool.query(String(request.body.sql))
  response.json({ rows, cols: fields.map(({ name }) => name) })
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`port ${address.port}\n`)
})
