import type { Core } from '../core.ts'
import { postOutgoing } from '../outgoing.ts'
import { unseal } from '../secrets.ts'
import { signWebhook } from './sign.ts'
import { bodyOf } from './webhook-events.ts'

/** Bytes of an answer that the log has. */
const ANSWER_BYTES = 2048
/** Seconds for which a receiver may ask to be left alone. */
const MAX_REST_SECONDS = 3600

/** Delivery with its message. */
export interface DueDelivery {
  id: string
  messageId: string
  /** Earlier tries. */
  attempts: number
  type: string
  data: object
  names: object | null
  createdAt: string
}

export interface Receiver {
  url: string
  includesNames: boolean
  secret: Buffer
  previousSecret: Buffer | null
}

/** Result of one request. */
export interface Outcome {
  isDelivered: boolean
  /** HTTP status; null without an answer. */
  status: number | null
  answer: string | null
  error: string | null
  durationMs: number
  /** Seconds that the receiver asked for. */
  retryAfter: number | undefined
}

/** Name of a message in `webhook-id`, by which receivers know one that comes twice. */
const webhookIdOf = (messageId: string) => `msg_${messageId.replaceAll('-', '')}`

/** Sends one message, signed by the Standard Webhooks scheme. */
export async function tryDelivery(core: Core, receiver: Receiver, delivery: DueDelivery): Promise<Outcome> {
  const { env, clock } = core
  const { type, createdAt, data, names, messageId } = delivery
  const secrets = [receiver.secret, receiver.previousSecret].flatMap((sealed) =>
    sealed === null ? [] : (unseal(env.sessionKey, sealed) ?? []),
  )
  const failed = { isDelivered: false, status: null, answer: null, durationMs: 0, retryAfter: undefined }
  // SESSION_KEY was changed, which sealed it.
  if (secrets.length === 0) return { ...failed, error: 'The secret cannot be read any more: make a new one' }
  const body = JSON.stringify(bodyOf(type, createdAt, data, receiver.includesNames ? names : null))
  const webhookId = webhookIdOf(messageId)
  const now = clock.now()
  const timestamp = Math.floor(now.getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Trellis-Webhooks',
    'webhook-id': webhookId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(secrets, { webhookId, timestamp, body }),
  }
  const start = performance.now()
  const elapsed = () => Math.round(performance.now() - start)
  try {
    const { status, text, retryAfter } = await postOutgoing(receiver.url, Buffer.from(body), headers, {
      allowPrivate: env.webhooksAllowPrivate,
      now,
      readBytes: ANSWER_BYTES,
    })
    const isDelivered = status >= 200 && status < 300
    return {
      isDelivered,
      status,
      answer: text.replaceAll('\0', ''),
      error: isDelivered ? null : `The receiver answered ${status}`,
      durationMs: elapsed(),
      retryAfter: retryAfter && Math.min(retryAfter, MAX_REST_SECONDS),
    }
  } catch (error) {
    return { ...failed, error: `No answer: ${reasonOf(error as Error)}`.slice(0, 200), durationMs: elapsed() }
  }
}

const reasonOf = ({ name, message }: Error) =>
  name === 'AbortError' || name === 'TimeoutError'
    ? 'it took longer than 10 seconds'
    : name === 'PrivateAddressError'
      ? 'the address is not on the public internet'
      : message
