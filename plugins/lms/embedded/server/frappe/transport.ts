import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { lookUpPublic, PrivateAddressError, refusePrivateNumbers } from '#core/server/public-addresses.ts'
import { toFailure, FrappeError } from './failure.ts'

/** Frappe site with the account that acts there. */
export interface FrappeSite {
  /** Origin without a trailing slash, such as `https://learn.example.org`. */
  baseUrl: string
  apiKey: string
  apiSecret: string
}

export interface TransportOptions {
  /** Permission of the operator; otherwise a setting could be used to explore a network. */
  allowPrivate: boolean
  /** Permission of the operator; otherwise the key is readable on its way. */
  allowHttp: boolean
  /** Milliseconds until a response has to be complete; 30,000 by default. */
  timeout?: number
  /** Resolves a name to addresses; only public ones by default. */
  lookUp?: LookupFunction
}

interface SiteRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query from the root of the site: `/api/resource/LMS%20Course?fields=…`. */
  path: string
  body?: object
  /** Leaves the key out for public requests: a wrong key is refused there too. */
  asGuest?: true
}

const TIMEOUT_MS = 30_000
/** Maximum bytes of a response. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const MAX_REDIRECTS = 3

/**
 * Sends one request. Redirects within the site are followed for reads, each with the same checks; the key is sent nowhere
 * else.
 * @returns the body as JSON
 * @throws FrappeError
 */
export async function ask(site: FrappeSite, request: SiteRequest, options: TransportOptions): Promise<unknown> {
  let url = new URL(site.baseUrl + request.path)
  if (!request.asGuest && !options.allowHttp && isReadableOnItsWay(url))
    throw new FrappeError('unencrypted', UNENCRYPTED_MESSAGE)
  for (let turn = 0; turn <= MAX_REDIRECTS; turn++) {
    const { status, headers, text } = await sendRequest(url, site, request, options)
    if (status < 300 || status > 399) return readAnswer(status, headers['retry-after'], text)
    const next = URL.parse(headers.location ?? '', url)
    if (!next || !isSameSite(url, next) || request.method !== 'GET' || isLessSafe(url, next)) {
      throw new FrappeError(
        'redirected',
        `The site sends its callers to ${next?.origin ?? 'another address'}. Enter the address at which it stays.`,
      )
    }
    url = next
  }
  throw new FrappeError('redirected', 'The site sends its callers around in a circle.')
}

export const UNENCRYPTED_MESSAGE =
  'The key would be sent unencrypted. Enter an address that begins with https://, or the operator allows it with FRAPPE_ALLOW_HTTP=1.'

/** Checks if requests leave this machine unencrypted. */
export const isReadableOnItsWay = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** Checks for the same port, or the secure one of the same name: another port may be a foreign service. */
const isSameSite = (from: URL, to: URL) =>
  to.host === from.host ||
  (to.hostname === from.hostname && from.port === '' && to.port === '' && to.protocol === 'https:')

const isLessSafe = (from: URL, to: URL) =>
  (from.protocol === 'https:' && to.protocol !== 'https:') || !['http:', 'https:'].includes(to.protocol)

function readAnswer(status: number, retryAfter: string | undefined, text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // Maintenance pages and proxies respond in HTML, which says nothing.
    const failure = toFailure(status, undefined, retryAfter)
    if (['busy', 'unanswered', 'throttled', 'unauthenticated'].includes(failure.kind)) throw failure
    throw new FrappeError('foreign', `What answers there is no Frappe site. It answered with the code ${status}.`)
  }
  if (status >= 400) throw toFailure(status, body, retryAfter)
  return body
}

interface Exchanged {
  status: number
  headers: { location?: string | undefined; 'retry-after'?: string | undefined }
  text: string
}

function sendRequest(
  url: URL,
  { apiKey, apiSecret }: FrappeSite,
  { method, body, asGuest }: SiteRequest,
  { allowPrivate, timeout = TIMEOUT_MS, lookUp = lookUpPublic }: TransportOptions,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(toConnectionFailure(error, url))
    try {
      if (!allowPrivate) refusePrivateNumbers(url.hostname.replaceAll(/^\[|\]$/g, ''))
    } catch (error) {
      return fail(error)
    }
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const send = url.protocol === 'https:' ? requestSecure : requestPlain
    const request = send(
      url,
      {
        method,
        // A separate connection per request, so that each address is checked when it is used.
        agent: false,
        signal: AbortSignal.timeout(timeout),
        ...(allowPrivate ? {} : { lookup: lookUp }),
        headers: {
          accept: 'application/json',
          ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          ...(!asGuest && { authorization: `token ${apiKey}:${apiSecret}` }),
        },
      },
      (response) => {
        const parts: Buffer[] = []
        let length = 0
        response.on('data', (part: Buffer) => {
          length += part.length
          if (length > MAX_ANSWER_BYTES) request.destroy(new FrappeError('foreign', 'The site’s answer is too long.'))
          else parts.push(part)
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString('utf8'),
          }),
        )
        response.on('error', fail)
      },
    )
    request.on('error', fail)
    request.end(sent)
  })
}

function toConnectionFailure(error: unknown, { host, hostname }: URL): FrappeError {
  if (error instanceof FrappeError) return error
  if (error instanceof PrivateAddressError) {
    return new FrappeError(
      'private',
      `${hostname} is an address of a private network. The operator can allow it with FRAPPE_ALLOW_PRIVATE=1.`,
    )
  }
  const { code = '', message } = error as NodeJS.ErrnoException
  if (/ENOTFOUND|EAI_AGAIN/.test(code)) return new FrappeError('unreachable', `No server is called ${hostname}.`)
  if (code === 'ECONNREFUSED') return new FrappeError('unreachable', `Nothing answers at ${host}.`)
  if (/EHOSTUNREACH|ENETUNREACH/.test(code)) return new FrappeError('unreachable', `${host} cannot be reached.`)
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|ALTNAME/.test(code) || /certificate/.test(message)) {
    return new FrappeError(
      'unreachable',
      `No encrypted connection to ${host} came about. Check whether its certificate is valid for this name.`,
    )
  }
  return new FrappeError('unanswered', `${host} did not answer in time.`)
}
