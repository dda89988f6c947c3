import { createHmac, randomInt } from 'node:crypto'
import type { Env } from '#config/env.ts'
import { derivedKey } from '#core/server/secrets.ts'
import { CODE_LENGTH, CODE_LETTERS } from '../contract.ts'

export const drawCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Returns what is stored of a code: keyed, and another for each organization. */
export const hashCode = ({ sessionKey }: Env, tenantId: string, code: string): Buffer =>
  createHmac('sha256', derivedKey(sessionKey, 'trellis invitation letters', 32))
    .update(`${tenantId}:${code}`)
    .digest()
