import express, { type Request, type Response } from 'express'
import { pagesPath } from '../../../shared/contract/pages.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { parsePairs } from '../form-input.ts'

export type Fields = Readonly<Record<string, string>>

const mostBytes = 16 * 1024
const readText = express.text({ type: 'application/x-www-form-urlencoded', limit: mostBytes })

/** What a form sent; nothing where it sent something else than a form. @throws {Refusal} 400. */
export const fieldsOf = async (request: Request, response: Response): Promise<Fields> => {
  await new Promise<void>((resolve, reject) => {
    readText(request, response, (error?: unknown) =>
      error ? reject(new Refusal('validation', 'The form could not be read.')) : resolve(),
    )
  })
  return parsePairs(typeof request.body === 'string' ? request.body : '')
}

/** Where a form wants to go on to, as far as that is one of our own pages. */
export const nextIn = ({ next = '' }: Fields, otherwise: string): string => {
  const base = 'http://pages'
  if (!next.startsWith(`${pagesPath}/`) || !URL.canParse(next, base)) return otherwise
  const { origin, pathname, search } = new URL(next, base)
  return origin === base && pathname.startsWith(`${pagesPath}/`) ? pathname + search : otherwise
}
