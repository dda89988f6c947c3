import { createHash, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { PlatformScope } from '../../core.ts'
import { statement } from '../../database/statement.ts'

const CODE_COUNT = 10
const GROUP_COUNT = 4
const GROUP_LENGTH = 4
// Without look-alike characters: people print these codes and type them by hand. Sixteen of them are 79 bits, too many to be
// guessed from a hash.
const LEGIBLE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const group = () =>
  Array.from({ length: GROUP_LENGTH }, () => LEGIBLE_CHARACTERS[randomInt(LEGIBLE_CHARACTERS.length)]).join('')
const recoveryCode = () => Array.from({ length: GROUP_COUNT }, group).join('-')

/** Normalizes a typed code: capitals, spaces and missing hyphens do not matter. */
const hashOf = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()

interface Owner {
  id: string
  tenantId: string | null
}

/** Replaces the codes with ten new ones. Stores only their hashes. */
export async function makeRecoveryCodes(scope: PlatformScope, { id, tenantId }: Owner): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, recoveryCode)
  await removeRecoveryCodes(scope, id)
  const createdAt = scope.core.clock.now().toISOString()
  await scope
    .trx('recovery_codes')
    .insert(codes.map((code) => ({ userId: id, tenantId, codeHash: hashOf(code), createdAt })))
  return codes
}

export async function removeRecoveryCodes(scope: PlatformScope, userId: string): Promise<void> {
  await scope.trx('recovery_codes').where({ userId }).delete()
}

/** Deletes a code, so that of two concurrent uses one finds nothing. @returns false for an unknown code */
export async function takeRecoveryCode(scope: PlatformScope, userId: string, code: string): Promise<boolean> {
  return (
    (await scope
      .trx('recovery_codes')
      .where({ userId, codeHash: hashOf(code) })
      .delete()) > 0
  )
}

const count = statement(
  z.object({ left: z.number(), madeAt: z.string().nullable() }),
  'select count(*)::int as left, max(created_at) as "madeAt" from recovery_codes where user_id = $1',
)

export async function recoveryCodesOf(
  { rows }: PlatformScope,
  userId: string,
): Promise<{ left: number; madeAt: string | null }> {
  const [codes] = await rows(count, [userId])
  return codes ?? { left: 0, madeAt: null }
}
