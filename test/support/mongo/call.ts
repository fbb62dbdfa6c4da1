import type { Document } from 'mongodb'
import type { Cursors } from './cursors.ts'
import type { Operation, Operations } from './operations.ts'
import type { Conversation } from './scram.ts'
import type { Store, User } from './store.ts'

/** What a server knows of one socket. */
export type Connection = { readonly id: number; user: User | undefined; login: Conversation }

export type Server = {
  readonly store: Store
  readonly cursors: Cursors
  readonly operations: Operations
}

export type Call = {
  readonly server: Server
  readonly connection: Connection
  readonly operation: Operation
  readonly db: string
  /** What the command names itself with, most often a collection. */
  readonly target: string
  readonly command: Document
}

export type Handler = (call: Call) => Document | Promise<Document>
