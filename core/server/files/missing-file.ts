import { AppError } from '../errors.ts'

/** 404: what should be in a store is not. */
export const missingFile = (name: string, cause?: unknown) =>
  new AppError('not-found', 404, `The file ${name} is not where it was put`, { cause })
