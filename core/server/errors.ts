import type { ErrorBody } from '#core/contract/errors.ts'
import { translateText } from './text.ts'

/** An error response, thrown from anywhere below a handler. `message` is a sentence for people. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly details: unknown
  /** Seconds after which a retry may succeed, where the message also names a time. */
  readonly retryAfter: number | undefined

  constructor(
    code: string,
    status: number,
    message: string,
    more: { fields?: Record<string, string>; details?: unknown; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.status = status
    this.fields = more.fields
    this.details = more.details
    this.retryAfter = more.retryAfter
  }
}

/** Creates a 404: the thing does not exist, or the caller may not know of it. */
export const notFound = (what: string) => new AppError('not-found', 404, `${what} not found`)

/** Creates a 400 at one field. */
export const invalidField = (field: string, message: string) =>
  new AppError('invalid', 400, message, { fields: { [field]: message } })

/** Creates a 409 at one field: the value is taken, or it changed in the meantime. */
export const conflict = (field: string, message: string) =>
  new AppError('conflict', 409, message, { fields: { [field]: message } })

export const unauthenticated = () => new AppError('unauthenticated', 401, 'Please sign in')

export const forbidden = (message = 'You do not have permission to do this') => new AppError('forbidden', 403, message)

const notStorable = (error: unknown) =>
  new AppError('invalid', 400, 'The text contains a character that cannot be stored', { cause: error })

interface DatabaseFailure {
  code?: string
  syscall?: string
  constraint?: string
  message?: string
}

// Connection exceptions, shutdowns and start-ups of the server, too many connections, and errors of the socket.
const unavailable = /^(08|57P0[123]|53300$|ECONN|EPIPE$|ENOTFOUND$|EHOSTUNREACH$|ETIMEDOUT$)/

/** True if an error says that the database cannot be reached now, rather than that a query was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as DatabaseFailure
  return (
    (typeof code === 'string' && unavailable.test(code)) ||
    // The socket of a local server that does not run; from other system calls it is a missing file.
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed|Query read timeout/.test(
      message ?? '',
    )
  )
}

/** Converts an error that no other code handled into the answer for the caller. */
export function databaseError(error: unknown): AppError | undefined {
  if (isDatabaseUnavailable(error)) {
    return new AppError(
      'database.unavailable',
      503,
      'The database cannot be reached at the moment. Please try again shortly.',
      { cause: error },
    )
  }
  switch ((error as DatabaseFailure | null)?.code) {
    case '23505':
      return new AppError('conflict', 409, 'This already exists', { cause: error })
    case '23503':
      return new AppError('reference', 409, 'This refers to something that does not exist, or is still referred to', {
        cause: error,
      })
    case '40001':
    case '40P01':
    case '55P03':
      // The same call may succeed next time, which a 409 would not suggest.
      return new AppError('busy', 503, 'Someone else is changing this at the same moment. Please try again.', {
        cause: error,
      })
    case '57014':
      return new AppError('database.timeout', 503, 'This took too long. Please try again with a narrower search.', {
        cause: error,
      })
    case '22021':
    case '22P05':
      return notStorable(error)
    case '22P02':
      // Half a surrogate pair, which is valid in JSON but not in the database. Otherwise it is our bug.
      return (error as DatabaseFailure).message?.endsWith(' for type json') ? notStorable(error) : undefined
    default:
      return undefined
  }
}

/** Returns the violated unique constraint or index, if the error is such a violation. */
export function violatedUnique(error: unknown): string | undefined {
  const failure = error as DatabaseFailure & { nativeError?: DatabaseFailure }
  const native = failure?.nativeError ?? failure
  return native?.code === '23505' ? native.constraint : undefined
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { code, message, fields, details } = error
  const said = fields && Object.entries(fields).map(([field, text]) => [field, translateText(text)])
  return { code, message: translateText(message), fields: said && Object.fromEntries(said), details, requestId }
}
