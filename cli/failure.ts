import { EnvironmentError } from '#config/env.ts'
import { printable } from '#core/server/printable.ts'

interface SystemFailure {
  code?: string
  address?: string
  port?: number
  path?: string
  errors?: unknown[]
}

/** A command that could not do what it was asked; the message is the whole story. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
}

const sentences: Record<string, (failure: SystemFailure & Error) => string> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another program, maybe by a platform that is running already. Stop it, or set PORT to another port.`,
  EACCES: ({ port, path, message }) =>
    port === undefined
      ? `No permission for ${path ?? message}.`
      : `No permission to listen on port ${port}. Set PORT to 1024 or higher.`,
  EADDRNOTAVAIL: ({ address }) => `This machine has no address ${address}. Set HOST to one that it has.`,
  ENOTFOUND: ({ message }) => `A name was not found (${message}). Look at HOST and DATABASE_URL.`,
  ECONNREFUSED: ({ address, port }) =>
    `Nothing answers at ${address}:${port}. Is the database of DATABASE_URL running there?`,
  ENOSPC: () => 'The disk is full.',
  EROFS: ({ path }) => `${path} cannot be written. Set DATA_DIR to a folder that can.`,
  '28P01': ({ message }) => `The database of DATABASE_URL refuses its user: ${message}.`,
  '28000': ({ message }) => `The database of DATABASE_URL refuses its user: ${message}.`,
  '3D000': ({ message }) => `The database of DATABASE_URL is not there: ${message}.`,
  '42501': ({ message }) => `The user of DATABASE_URL lacks a permission: ${message}.`,
  '08P01': ({ message }) =>
    message.includes('startup parameter')
      ? `DATABASE_URL leads to a pooler (${message}). Set DATABASE_DIRECT_URL to the address of the server itself.`
      : `The database of DATABASE_URL cannot be spoken to: ${message}.`,
  '53300': () => 'The database has no connection left. Raise its max_connections or lower DATABASE_POOL.',
}

/** Names of errors whose message is written for people. */
const plain = new Set(['CommandFailure', 'AssemblyError', 'EmbeddedPostgresError', 'BulkLoadError', 'AppError'])

/** One sentence for what people can put right, everything there is for what only a developer can; printable. */
export function sentenceOf(error: unknown): string {
  return printable(wordsOf(error))
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof EnvironmentError || plain.has(error.name)) return error.message
  const failure = error as SystemFailure & Error
  // A name with several addresses fails with one error for each of them.
  if (failure.errors?.[0] instanceof Error && failure.code) return wordsOf(failure.errors[0])
  const sentence = sentences[failure.code ?? '']
  if (sentence) return sentence(failure)
  if (/timeout expired|timeout exceeded/.test(error.message)) {
    return 'The database of DATABASE_URL does not answer. Is it running, and can it be reached from here?'
  }
  return error.stack ?? error.message
}
