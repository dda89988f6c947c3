import { AppError } from '#core/server/errors.ts'
import { printableLine } from '#core/server/printable.ts'

/** An archive that cannot be used; the message says why, in a sentence for people, which what it quotes cannot disturb. */
export class ArchiveError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('backup.archive', 422, printableLine(message), { cause })
  }
}

export const truncatedArchive = (cause?: unknown) =>
  new ArchiveError('The archive ends early: it was cut off or is still being written', cause)

export const damagedArchive = (detail: string, cause?: unknown) =>
  new ArchiveError(`The archive is damaged: ${detail}`, cause)
