import { createHash } from 'node:crypto'

type Entity = { readonly id: number; readonly created_at: string }

/** 21 characters that name this thing and no other, here or in another installation. */
export const entityId = (
  kind: 'action' | 'collection' | 'card' | 'dashboard' | 'dashcard' | 'snippet',
  { id, created_at }: Entity,
): string =>
  createHash('sha256').update(`${kind} ${id} ${created_at}`).digest('base64url').slice(0, 21)
