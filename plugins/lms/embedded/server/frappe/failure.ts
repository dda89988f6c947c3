/** Kind of a Frappe site's failure. */
export type FailureKind =
  /** No connection, or an unknown name. */
  | 'unreachable'
  /** Address in a private network, which the operator has not allowed. */
  | 'private'
  /** The key would be sent unencrypted, which the operator has not allowed. */
  | 'unencrypted'
  /** No response: the request may have succeeded. */
  | 'unanswered'
  | 'redirected'
  /** The server is no Frappe site. */
  | 'foreign'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'duplicate'
  | 'invalid'
  /** Too many requests at once. */
  | 'throttled'
  /** No more new users within the hour. */
  | 'full'
  /** Temporarily unavailable, for example in maintenance or a deadlock. */
  | 'busy'
  | 'failed'

/** Error with a `message` for admins, without the key. */
export class FrappeError extends Error {
  override name = 'FrappeError'
  readonly kind: FailureKind
  /** Name of the site's exception, such as `LinkValidationError`. */
  readonly exception: string | undefined
  /** Seconds after which the site suggests a retry. */
  readonly retryAfter: number | undefined

  constructor(kind: FailureKind, message: string, more: { exception?: string; retryAfter?: number } = {}) {
    super(message)
    this.kind = kind
    this.exception = more.exception
    this.retryAfter = more.retryAfter
  }
}

/** Maximum characters quoted from a site's message. */
const MAX_MESSAGE_LENGTH = 300

interface ErrorBody {
  exc_type?: unknown
  exception?: unknown
  _server_messages?: unknown
}

/** Converts an unsuccessful response to an error, by its status and the exception in its body. */
export function toFailure(status: number, body: unknown, retryAfter: string | undefined): FrappeError {
  const { exc_type: type, _server_messages: messages } = (isObject(body) ? body : {}) as ErrorBody
  const exception = typeof type === 'string' ? type.slice(0, 100) : ''
  const said = extractWords(messages)
  const kind = getFailureKind(status, exception, said)
  const seconds = Number(retryAfter)
  return new FrappeError(kind, describeFailure(kind, status, said), {
    ...(exception && { exception }),
    ...(retryAfter !== undefined && seconds >= 0 && { retryAfter: seconds }),
  })
}

const kinds: Record<string, FailureKind> = {
  AuthenticationError: 'unauthenticated',
  PermissionError: 'forbidden',
  DoesNotExistError: 'not-found',
  DuplicateEntryError: 'duplicate',
  NameError: 'duplicate',
  UniqueValidationError: 'duplicate',
  TooManyRequestsError: 'throttled',
  RateLimitExceededError: 'throttled',
  QueryDeadlockError: 'busy',
  TimestampMismatchError: 'busy',
}

const statuses: Record<number, FailureKind> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'duplicate',
  417: 'invalid',
  429: 'throttled',
  // A proxy reports this for a request that it has passed on.
  502: 'unanswered',
  503: 'busy',
  504: 'unanswered',
}

function getFailureKind(status: number, exception: string, said: string): FailureKind {
  // More than 60 new users an hour are refused like invalid ones.
  if (status === 417 && /\bthrottled\b/i.test(said)) return 'full'
  return kinds[exception] ?? statuses[status] ?? 'failed'
}

const sentences: Record<FailureKind, string> = {
  unreachable: 'Nothing answers at the address of the site.',
  private: 'The site has an address of a private network.',
  unencrypted: 'The address of the site is not encrypted.',
  unanswered: 'The site did not answer in time.',
  redirected: 'The site sends its callers to another address.',
  foreign: 'What answers there is no Frappe site.',
  unauthenticated: 'The site refused the API key.',
  forbidden: 'The account of the API key may not do this. It needs System Manager, Moderator and Course Creator.',
  'not-found': 'The site has no such thing.',
  duplicate: 'The site has this already.',
  invalid: 'The site refused what was sent.',
  throttled: 'The site takes no more for now.',
  full: 'The site makes no more new people within the hour.',
  busy: 'The site could not do it now.',
  failed: 'The site failed.',
}

function describeFailure(kind: FailureKind, status: number, said: string): string {
  const end = /[.!?…]$/.test(said) ? '' : '.'
  return said ? `${sentences[kind]} It says: ${said}${end}` : `${sentences[kind]} It answered with the code ${status}.`
}

/** Extracts the text of messages: JSON of an array of JSON texts, with HTML in them. */
function extractWords(messages: unknown): string {
  const list = parseJson(messages)
  if (!Array.isArray(list)) return ''
  const texts = list.map((entry) => {
    const message = parseJson(entry)
    return isObject(message) && typeof message.message === 'string' ? message.message : ''
  })
  const plain = texts
    .join(' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ')
    .trim()
  return plain.length > MAX_MESSAGE_LENGTH ? `${plain.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : plain
}

function parseJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
