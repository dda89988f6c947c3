import { Agent as PlainAgent, request as requestPlain } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import { lookUpPublic, refusePrivateNumbers } from '../public-addresses.ts'

/** Milliseconds within which a push service has to answer. */
const TIMEOUT_MS = 10_000

const AGENT_OPTIONS = { keepAlive: true, maxSockets: 8 }
// Connections stay open, to the addresses that were checked when they were opened.
const publicAgent = new SecureAgent({ ...AGENT_OPTIONS, lookup: lookUpPublic })
const secureAgent = new SecureAgent(AGENT_OPTIONS)
const plainAgent = new PlainAgent(AGENT_OPTIONS)

/** Reason for which an address of a push service is refused; undefined where it is https on the public internet. */
export function endpointProblem(endpoint: string, allowPrivate: boolean): string | undefined {
  const url = URL.parse(endpoint)
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return 'Not the address of a push service'
  if (allowPrivate && url.protocol === 'http:') return undefined
  if (url.protocol !== 'https:') return 'The address of a push service begins with https://'
  if (allowPrivate) return undefined
  if (url.port !== '') return 'The address of a push service has no port'
  try {
    refusePrivateNumbers(url.hostname.replaceAll(/^\[|\]$/g, ''))
  } catch {
    return 'The address of a push service is on the public internet'
  }
  return /^localhost$|\.localhost$/.test(url.hostname)
    ? 'The address of a push service is on the public internet'
    : undefined
}

export interface PushAnswer {
  status: number
  /** Seconds for which the service wants to be left alone. */
  retryAfter: number | undefined
}

/**
 * Hands an encrypted notification to a push service. No redirect is followed, and nothing of the answer is read but its head.
 * @throws where no answer comes in time, or the service is at an address that is not public
 */
export function postPush(
  endpoint: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  { allowPrivate, now }: { allowPrivate: boolean; now: Date },
): Promise<PushAnswer> {
  return new Promise((resolve, reject) => {
    const problem = endpointProblem(endpoint, allowPrivate)
    if (problem !== undefined) return reject(new Error(problem))
    const url = new URL(endpoint)
    const isSecure = url.protocol === 'https:'
    const send = isSecure ? requestSecure : requestPlain
    const request = send(
      url,
      {
        method: 'POST',
        agent: allowPrivate ? (isSecure ? secureAgent : plainAgent) : publicAgent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { ...headers, 'content-length': String(body.length) },
      },
      (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0, retryAfter: secondsOf(response.headers['retry-after'], now) })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Reads `Retry-After`, which has seconds or a date. */
function secondsOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined
}
