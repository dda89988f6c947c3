import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** Makes a secret of the Standard Webhooks scheme: 256 random bits in base64 behind a prefix. */
export const makeWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

interface Signed {
  webhookId: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** Signs a message with each of the secrets: the value of `webhook-signature`. */
export function signWebhook(secrets: readonly string[], { webhookId, timestamp, body }: Signed): string {
  const signed = `${webhookId}.${timestamp}.${body}`
  return secrets
    .map((secret) => Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ')
}
