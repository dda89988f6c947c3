import { createHmac } from 'node:crypto'
import { invalidField } from '#core/server/errors.ts'

/** A place in a list that is ordered by time and id: what follows is older, or newer where the oldest come first. */
export interface Position {
  createdAt: string
  id: string
}

const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})_[\w-]{16}$/

/** Opaque and signed: what comes back is exactly what was given out. */
export function writeCursor(key: Buffer, { createdAt, id }: Position): string {
  const position = `${createdAt}_${id}`
  const signature = createHmac('sha256', key).update(`audit:${position}`).digest('base64url').slice(0, 16)
  return Buffer.from(`${position}_${signature}`).toString('base64url')
}

/** @throws invalid (400) at `cursor` when it was not given out by this platform */
export function readCursor(key: Buffer, cursor: string): Position {
  const [, createdAt, id] = shape.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!createdAt || !id || writeCursor(key, { createdAt, id }) !== cursor) {
    throw invalidField('cursor', 'This place in the list is not known. Please load the list again.')
  }
  return { createdAt, id }
}
