import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import { AppError, databaseError, errorBody, notFound } from '../errors.ts'
import { challenge } from './bearer.ts'
import { inLanguage, readersLanguage, t } from '../text.ts'
import { loggedUrl } from './logged-url.ts'
import { REFUSAL_PAGE_POLICY, refusalPage, wantsPage } from './refusal-page.ts'

/** Seconds until a retry, where a missing service may be back at any moment. */
const RETRY_AFTER_SECONDS = 5

/** The one place that turns errors into answers. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answer(toAppError(error), error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const error = notFound('Address')
    return answer(error, error, request, reply)
  })
}

/** Fastify options for refusals that bypass its error handler. */
export const refusals = (
  log: FastifyBaseLogger,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> => ({
  frameworkErrors: (error, request, reply) => void answer(toAppError(error), error, request, reply),
  clientErrorHandler(error, socket) {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const told = unreadableRequest(error.code)
    const requestId = randomUUID()
    log.debug({ err: error, reqId: requestId }, 'a request could not be read')
    if (socket.writable) {
      const body = JSON.stringify(errorBody(told, requestId))
      const headers = [
        `HTTP/1.1 ${told.status} ${STATUS_CODES[told.status]}`,
        'connection: close',
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
      ]
      socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
    }
    socket.destroy(error)
  },
})

/** @param code error code of Node, for a request that is not HTTP or times out */
function unreadableRequest(code: string): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('timeout', 408, 'The request took too long to arrive')
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('too-large', 431, 'The address and the headers of the request are too long')
    default:
      return new AppError('invalid', 400, 'The request cannot be read: it is not valid HTTP')
  }
}

function answer(
  known: AppError | undefined,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Undefined for a request that is refused before it has a route, such as one with a malformed address: English.
  return inLanguage(request.language, () => answerInLanguage(known, error, request, reply))
}

function answerInLanguage(
  known: AppError | undefined,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Internal errors are only logged; the caller gets the id of the log entry.
  const told =
    known ??
    new AppError(
      'internal',
      500,
      t('Something went wrong on our side. Please try again; if it happens again, let us know {id}.', {
        id: request.id,
      }),
    )
  if (told.status >= 500)
    request.log[known ? 'warn' : 'error']({ err: error, url: loggedUrl(request) }, 'a request failed')
  const seconds = told.retryAfter ?? (told.status === 503 ? RETRY_AFTER_SECONDS : undefined)
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  challenge(request, reply, told)
  reply.status(told.status)
  if (wantsPage(request)) {
    return reply
      .headers({ 'content-security-policy': REFUSAL_PAGE_POLICY, 'cache-control': 'no-store', vary: 'accept' })
      .type('text/html; charset=utf-8')
      .send(refusalPage(told, readersLanguage()))
  }
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(errorBody(told, request.id))
}

function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  const known = databaseError((error as { nativeError?: unknown }).nativeError ?? error)
  if (known) return known
  const { statusCode, code } = error as FastifyError
  switch (statusCode) {
    case 400:
      return new AppError(
        'invalid',
        400,
        code === 'FST_ERR_CTP_EMPTY_JSON_BODY'
          ? 'The request has no body'
          : 'The request cannot be read: it is not valid JSON, or its address is malformed',
      )
    case 406:
    case 415:
      return new AppError('unsupported-media-type', 415, 'Send JSON, or a form where a file is expected')
    case 413:
      return new AppError('too-large', 413, 'The request is too large')
    case 414:
      return new AppError('invalid', 414, 'The address is too long')
    case 408:
      return new AppError('timeout', 408, 'The request took too long to arrive')
    default:
      return statusCode !== undefined && statusCode < 500
        ? new AppError('invalid', statusCode, 'The request is not valid')
        : undefined
  }
}
