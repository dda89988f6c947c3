import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { derivedKey } from '#core/server/secrets.ts'
import { CARD_PREFIX, PIN_DIGITS, type CodeKind } from '../contract.ts'

const CARD_BYTES = 16
/** Numbers that are drawn before there is no free one. */
const MAX_DRAWS = 20

/** A person who holds a code: a guardian by the account, or an authorized pickup. */
export interface Holder {
  userId: string | null
  collectorId: string | null
}

/** Returns what is stored of a code: keyed, since all six-digit numbers are hashed in a moment, and another for each organization. */
export function hashCode({ core, tenantId }: TenantScope, code: string): Buffer {
  const key = derivedKey(core.env.sessionKey, 'trellis pickup codes', 32)
  return createHmac('sha256', key).update(`${tenantId}:${code}`).digest()
}

const draw = (kind: CodeKind | 'slip') =>
  kind === 'card'
    ? CARD_PREFIX + randomBytes(CARD_BYTES).toString('base64url')
    : String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')

const deleteFormer = statement(
  `delete from pickup_codes where kind = $kind and user_id is not distinct from $userId::uuid
    and collector_id is not distinct from $collectorId::uuid`,
)

const insertCode = statement(
  z.object({ id: z.uuid() }),
  `insert into pickup_codes (kind, code_hash, user_id, collector_id, made_by, created_at, expires_at)
    values ($kind, $codeHash, $userId, $collectorId, $madeBy::uuid, $now, $expiresAt)
    on conflict (tenant_id, code_hash) do nothing returning id`,
)

interface NewCode {
  kind: CodeKind | 'slip'
  expiresAt?: Date | null
  /** Guardian who makes it, with whose rights it ends; null for one from staff. */
  madeBy?: string | null
}

/** Makes a code in place of the person's former one of this kind. @returns the code, which can't be read again */
export async function makeCode(
  scope: TenantScope,
  holder: Holder,
  { kind, expiresAt = null, madeBy = null }: NewCode,
): Promise<{ id: string; code: string }> {
  await scope.rows(deleteFormer, { kind, ...holder })
  const now = scope.core.clock.now()
  for (let drawn = 0; drawn < MAX_DRAWS; drawn++) {
    const code = draw(kind)
    const codeHash = hashCode(scope, code)
    const [made] = await scope.rows(insertCode, { kind, codeHash, now, expiresAt, madeBy, ...holder })
    if (made) return { ...made, code }
  }
  throw new AppError('pickup-codes.full', 409, 'No PIN is free. Please try again.')
}
