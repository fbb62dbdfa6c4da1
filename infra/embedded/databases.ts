import type { Client } from 'pg'

/** Makes a database unless it is there; answers whether it made it. */
export async function ensureDatabase(admin: Client, name: string): Promise<boolean> {
  const known = await admin.query('select from pg_database where datname = $1', [name])
  if (known.rowCount) return false
  try {
    await admin.query(`create database ${admin.escapeIdentifier(name)}`)
    return true
  } catch (error) {
    if (isCode(error, '42P04')) return false
    throw error
  }
}

const isCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code
