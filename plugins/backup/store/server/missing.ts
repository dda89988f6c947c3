import { AppError } from '#core/server/errors.ts'

/** 404: the record of a backup is there, and its file is not. */
export const fileMissing = (name: string, cause?: unknown) =>
  new AppError('not-found', 404, `The file ${name} is not where it was put`, { cause })
