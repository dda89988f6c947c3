import { createHash, randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { unauthenticated } from '#core/server/errors.ts'
import { deviceScopes, MAX_UNUSED_DAYS, SETUP_CODE_LENGTH } from '../contract.ts'

/** Letters and digits that are not mistaken for each other. */
const SETUP_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

export const makeSetupCode = (): string =>
  Array.from({ length: SETUP_CODE_LENGTH }, () => SETUP_LETTERS[randomInt(SETUP_LETTERS.length)]).join('')

export const makeDeviceToken = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** SQL: a device that was paired and works: it was used lately and not revoked. Takes `$now`. */
export const worksNow = `revoked_at is null and token_hash is not null
  and last_used_at > $now::timestamptz - interval '${MAX_UNUSED_DAYS} days'`

const knownDevice = z.object({
  id: z.uuid(),
  name: z.string(),
  place: z.string(),
  scope: z.enum(deviceScopes),
  scopeIds: z.array(z.uuid()),
  isLocked: z.boolean(),
  unlockedAt: z.string().nullable(),
})
export type KnownDevice = z.infer<typeof knownDevice>

// Written first, which locks the row: a revocation waits for what the device does, or refuses it, and wrong codes are counted
// one by one.
const updateLastUse = statement(
  knownDevice,
  `update devices set last_used_at = $now where token_hash = $tokenHash and ${worksNow}
    returning id, name, place, scope, scope_ids as "scopeIds", locked_at is not null as "isLocked",
      unlocked_at as "unlockedAt"`,
)

/** Finds the device that calls, and locks it. @throws unauthenticated where it is revoked or was not used for too long */
export async function requireDevice(scope: TenantScope): Promise<KnownDevice> {
  const now = scope.core.clock.now()
  const [found] = await scope.rows(updateLastUse, { tokenHash: hashOf(scope.actor.deviceToken ?? ''), now })
  if (!found) throw unauthenticated()
  return found
}
