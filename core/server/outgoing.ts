import { Agent as PlainAgent, request as requestPlain, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import { lookUpPublic, refusePrivateNumbers } from './public-addresses.ts'

/** Milliseconds within which a server that people have named has to answer. */
const TIMEOUT_MS = 10_000

const AGENT_OPTIONS = { keepAlive: true, maxSockets: 32 }
// Connections stay open, to the addresses that were checked when they were opened.
const publicAgent = new SecureAgent({ ...AGENT_OPTIONS, lookup: lookUpPublic })
const secureAgent = new SecureAgent(AGENT_OPTIONS)
const plainAgent = new PlainAgent(AGENT_OPTIONS)

export type AddressProblem = 'malformed' | 'not-https' | 'private'

/**
 * Returns why the platform connects to no such address, before any name is resolved; undefined for https on the public
 * internet.
 * @param allowPrivate allows this machine, the network around it, and http
 */
export function addressProblem(address: string, allowPrivate: boolean): AddressProblem | undefined {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return 'malformed'
  if (allowPrivate && url.protocol === 'http:') return undefined
  if (url.protocol !== 'https:') return 'not-https'
  if (allowPrivate) return undefined
  try {
    refusePrivateNumbers(url.hostname.replaceAll(/^\[|\]$/g, ''))
  } catch {
    return 'private'
  }
  return /^localhost$|\.localhost$/.test(url.hostname) ? 'private' : undefined
}

export interface OutgoingAnswer {
  status: number
  /** Seconds for which the server wants to be left alone. */
  retryAfter: number | undefined
  /** The first characters of the answer; empty unless they were asked for. */
  text: string
}

interface OutgoingRequest {
  method: string
  headers: Readonly<Record<string, string>>
  body?: Buffer | string | undefined
  allowPrivate: boolean
}

/**
 * Sends a request to a server that people have named. No redirect is followed.
 * @returns the answer, whose body the caller reads or resumes
 * @throws where no answer comes in time, or the server is at an address that is not public
 */
export function requestOutgoing(
  address: string,
  { method, headers, body, allowPrivate }: OutgoingRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const problem = addressProblem(address, allowPrivate)
    if (problem !== undefined) return reject(new Error(`The address is ${problem}`))
    const url = new URL(address)
    const isSecure = url.protocol === 'https:'
    const send = isSecure ? requestSecure : requestPlain
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = send(
      url,
      {
        method,
        agent: allowPrivate ? (isSecure ? secureAgent : plainAgent) : publicAgent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { ...headers, ...length },
      },
      resolve,
    )
    request.on('error', reject)
    // Without a listener, a server that switches protocols would leave the request without an end.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response)
    })
    request.end(body)
  })
}

interface Post {
  allowPrivate: boolean
  now: Date
  /** Bytes of the answer to read; none by default. */
  readBytes?: number
}

/**
 * Posts to a server that people have named.
 * @throws as `requestOutgoing` does
 */
export async function postOutgoing(
  address: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  { allowPrivate, now, readBytes = 0 }: Post,
): Promise<OutgoingAnswer> {
  const response = await requestOutgoing(address, { method: 'POST', headers, body, allowPrivate })
  const retryAfter = secondsOf(response.headers['retry-after'], now)
  const text = readBytes > 0 && response.statusCode !== 101 ? await readStart(response, readBytes) : ''
  response.resume()
  return { status: response.statusCode ?? 0, retryAfter, text }
}

/** Reads the first bytes of an answer; one that stops in between ends there. */
function readStart(response: IncomingMessage, bytes: number): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    response.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length >= bytes) response.destroy()
    })
    response.on('error', () => undefined)
    response.on('close', () => resolve(Buffer.concat(parts).subarray(0, bytes).toString('utf8')))
  })
}

/** Reads `Retry-After`, which has seconds or a date. */
function secondsOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined
}
