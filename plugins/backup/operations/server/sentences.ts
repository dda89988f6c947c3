import type { Core } from '#core/server/core.ts'
import { AppError, isDatabaseUnavailable } from '#core/server/errors.ts'
import type { BackupOperation } from '../contract.ts'

/** Length of a message column, in characters. */
const MAX_MESSAGE_LENGTH = 1000

/** Describes an error in a sentence for users; what only a developer can put right is logged as well. */
export function failureText(core: Core, error: unknown): string {
  if (error instanceof AppError) return error.message.slice(0, MAX_MESSAGE_LENGTH)
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full'
  if (code === 'EFBIG') return 'The file would become larger than files may be here'
  if (code === 'EACCES' || code === 'EROFS') return 'The folder of the backups cannot be written'
  if (isDatabaseUnavailable(error)) return 'The connection to the database was lost'
  core.log.error({ err: error }, 'an operation on a backup failed')
  return `It failed: ${message}`.slice(0, MAX_MESSAGE_LENGTH)
}

const doing: Record<BackupOperation['kind'], string> = {
  create: 'is being made',
  verify: 'is being verified',
  restore: 'is being restored',
}

/** 'trellis-2026-11-21T070000Z.tar.zst is being verified'. */
export const underWayText = ({ kind }: Pick<BackupOperation, 'kind'>, name: string | null) =>
  `${name ?? 'A file'} ${doing[kind]}`
