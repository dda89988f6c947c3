import { AppError } from '../errors.ts'

/** Creates a 404 for a content missing from its store. */
export const missingFile = (name: string, cause?: unknown) =>
  new AppError('not-found', 404, `The file ${name} is not where it was put`, { cause })
