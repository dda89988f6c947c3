import { ApiError } from './apiError.ts'

/** What the server said about a failure, or `fallback` where nothing in the answer was meant for people. */
export function serverMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.code !== 'unknown' ? error.detail : fallback
}
