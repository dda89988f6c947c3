import { Agent as PlainAgent, request as requestPlain, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import { lookUpPublic, refusePrivateNumbers } from './public-addresses.ts'

const AGENT_OPTIONS = { keepAlive: true, maxSockets: 8 }
// Connections stay open, to the addresses that were checked when they were opened.
const publicAgent = new SecureAgent({ ...AGENT_OPTIONS, lookup: lookUpPublic })
const secureAgent = new SecureAgent(AGENT_OPTIONS)
const plainAgent = new PlainAgent(AGENT_OPTIONS)

interface AddressRules {
  /** Names the address in the reason: 'The address of a push service'. */
  called: string
  /** Lets addresses of this machine and of the network around it through, also without encryption. */
  allowPrivate: boolean
  allowsPort?: boolean
}

/** Reason for which an address is refused; undefined where it is https on the public internet. */
export function addressProblem(
  address: string,
  { called, allowPrivate, allowsPort = false }: AddressRules,
): string | undefined {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return `${called} is not valid`
  if (allowPrivate && url.protocol === 'http:') return undefined
  if (url.protocol !== 'https:') return `${called} begins with https://`
  if (allowPrivate) return undefined
  if (url.port !== '' && !allowsPort) return `${called} has no port`
  const isPublic = `${called} is on the public internet`
  try {
    refusePrivateNumbers(url.hostname.replaceAll(/^\[|\]$/g, ''))
  } catch {
    return isPublic
  }
  return /^localhost$|\.localhost$/.test(url.hostname) ? isPublic : undefined
}

interface PublicRequest extends AddressRules {
  method: string
  headers: Readonly<Record<string, string>>
  body?: Buffer | string | undefined
  /** Milliseconds within which the whole answer has to be there. */
  timeout: number
}

/**
 * Sends a request to a server that a setting or a user names. No redirect is followed.
 * @returns the answer, whose body the caller reads or resumes
 * @throws where no answer comes in time, or the server is at an address that is not public
 */
export function requestPublic(
  address: string,
  { method, headers, body, timeout, ...rules }: PublicRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const problem = addressProblem(address, rules)
    if (problem !== undefined) return reject(new Error(problem))
    const url = new URL(address)
    const isSecure = url.protocol === 'https:'
    const send = isSecure ? requestSecure : requestPlain
    const request = send(
      url,
      {
        method,
        agent: rules.allowPrivate ? (isSecure ? secureAgent : plainAgent) : publicAgent,
        signal: AbortSignal.timeout(timeout),
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      },
      resolve,
    )
    request.on('error', reject)
    request.end(body)
  })
}
