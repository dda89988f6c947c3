import { ApiError } from './apiError.ts'

/** Message of the server about a failure, or `fallback` where nothing in the response was meant for users. */
export function serverMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.code !== 'unknown' ? error.detail : fallback
}
