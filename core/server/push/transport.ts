import { addressProblem, requestPublic } from '../public-request.ts'

/** Milliseconds within which a push service has to answer. */
const TIMEOUT_MS = 10_000

const CALLED = 'The address of a push service'

/** Reason for which an address of a push service is refused; undefined where it is https on the public internet. */
export const endpointProblem = (endpoint: string, allowPrivate: boolean): string | undefined =>
  addressProblem(endpoint, { called: CALLED, allowPrivate })

export interface PushAnswer {
  status: number
  /** Seconds for which the service wants to be left alone. */
  retryAfter: number | undefined
}

/**
 * Hands an encrypted notification to a push service. No redirect is followed, and nothing of the answer is read but its head.
 * @throws where no answer comes in time, or the service is at an address that is not public
 */
export async function postPush(
  endpoint: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  { allowPrivate, now }: { allowPrivate: boolean; now: Date },
): Promise<PushAnswer> {
  const response = await requestPublic(endpoint, {
    method: 'POST',
    headers,
    body,
    timeout: TIMEOUT_MS,
    called: CALLED,
    allowPrivate,
  })
  response.resume()
  return { status: response.statusCode ?? 0, retryAfter: secondsOf(response.headers['retry-after'], now) }
}

/** Reads `Retry-After`, which has seconds or a date. */
function secondsOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined
}
