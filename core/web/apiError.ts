import { t } from './text.ts'
import type { ErrorBody } from '#core/contract/errors.ts'
import { OTHER_USER_CODE } from '#core/contract/identity.ts'

/** Status of an `ApiError` when no answer came at all. */
const UNREACHABLE_STATUS = 0

/** Any answer that is no success, or no answer. */
export class ApiError extends Error {
  /** HTTP status, or `UNREACHABLE`. */
  readonly status: number
  /** Stable, for programs; `unreachable` without an answer, `unknown` when the body was not ours. */
  readonly code: string
  /** A sentence for people. */
  readonly detail: string
  /** Error message per field of the body, by the field's path. */
  readonly fields: Readonly<Record<string, string>>
  readonly details: unknown
  /** A call that needs a session found none: it ended elsewhere, or its organization was suspended. */
  readonly sessionEnded: boolean

  constructor(message: string, status: number, body: Partial<ErrorBody>, sessionEnded = false) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.detail = body.message ?? t('Something went wrong. Please try again.')
    this.fields = body.fields ?? {}
    this.details = body.details
    this.sessionEnded = sessionEnded
  }
}

/** True without an answer, when the server is in trouble, or when it asks for patience: the same call may work later. */
export const mayStillWork = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === UNREACHABLE_STATUS ||
  error.status >= 500 ||
  [408, 429].includes(error.status)

/** True where the session has ended, or is another user's: the same call works once its user has signed in again. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.code === OTHER_USER_CODE)

export function unreachableError(): ApiError {
  const message = navigator.onLine
    ? t('The server cannot be reached. Check your connection and try again.')
    : t('You are offline. Try again when the connection is back.')
  return new ApiError(message, UNREACHABLE_STATUS, { code: 'unreachable', message })
}

/**
 * Makes the error of an answer that is no success.
 * @param needsSession whether a 401 means that the session is gone, and not that credentials were wrong
 * @param fallback detail where the answer has no words of ours
 */
export async function refusalError(response: Response, needsSession: boolean, fallback?: string): Promise<ApiError> {
  const text = await response.text()
  // The wording of `message` is the specification's (part 1, section 8).
  const message = `${response.status}: ${text || response.statusText}`
  const body = { ...(fallback && { message: fallback }), ...errorBodyOf(text) }
  return new ApiError(message, response.status, body, needsSession && response.status === 401)
}

function errorBodyOf(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    // A proxy in between answers with a page of its own, which is nothing to show.
    return {}
  }
}
