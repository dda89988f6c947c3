import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Env } from '#config/env.ts'
import { derivedKey } from '#core/server/secrets.ts'

const macOf = ({ sessionKey }: Env, recipientId: string) =>
  createHmac('sha256', derivedKey(sessionKey, 'trellis message links', 32))
    .update(recipientId)
    .digest()

/** Makes the token by which a recipient opens a message from its email. */
export const linkToken = (env: Env, recipientId: string) =>
  `${recipientId}.${macOf(env, recipientId).toString('base64url')}`

/** @returns the recipient that a token was made for */
export function readLinkToken(env: Env, token: string): string | undefined {
  const [recipientId = '', mac = ''] = token.split('.')
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(env, recipientId)]
  const isValid = z.uuid().safeParse(recipientId).success && given.length === right.length
  return isValid && timingSafeEqual(given, right) ? recipientId : undefined
}
