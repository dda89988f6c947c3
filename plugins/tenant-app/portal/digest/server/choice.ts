import { createHash } from 'node:crypto'
import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden } from '#core/server/errors.ts'
import { notificationSetting } from '../../../shared/server/notifications.ts'
import { digestChoice, type DigestChoice } from '../contract.ts'

const selectDigestChoice = statement(
  digestChoice,
  `select exists (select from digest_subscriptions s where s.tenant_id = t.id and s.user_id = $caller) as "isOn",
      ${notificationSetting('sends_digests', 't.id')} as "isSent", ${notificationSetting('digest_weekday', 't.id')} as weekday,
      ${notificationSetting('digest_hour', 't.id')} as hour, t.time_zone as "timeZone"
    from tenants t where t.id = $tenantId`,
)

/** @throws forbidden for super admins, who are no guardians */
export async function getDigestChoice(scope: TenantScope): Promise<DigestChoice> {
  const [found] = await scope.rows(selectDigestChoice, { tenantId: scope.tenantId, caller: guardianOf(scope) })
  return digestChoice.parse(found)
}

const insertSubscription = statement(
  z.object({ id: z.uuid() }),
  `insert into digest_subscriptions (user_id, subscribed_at) values ($userId, $now)
    on conflict (tenant_id, user_id) do nothing returning user_id as id`,
)

const deleteSubscription = statement(
  z.object({ id: z.uuid() }),
  'delete from digest_subscriptions where user_id = $userId returning user_id as id',
)

/** @throws forbidden for super admins, who are no guardians */
export async function chooseDigest(scope: TenantScope, isOn: boolean): Promise<DigestChoice> {
  const userId = guardianOf(scope)
  if (!isOn) await unsubscribe(scope, userId)
  else if ((await scope.rows(insertSubscription, { userId, now: scope.core.clock.now() })).length > 0) {
    await record(scope, {
      action: 'digest.subscribed',
      category: 'account',
      description: 'Chose the weekly digest by email',
      resource: 'user',
      resourceId: userId,
    })
  }
  return getDigestChoice(scope)
}

async function unsubscribe(scope: TenantScope, userId: string): Promise<void> {
  if ((await scope.rows(deleteSubscription, { userId })).length === 0) return
  await record(scope, {
    action: 'digest.unsubscribed',
    category: 'account',
    description: 'Ended the weekly digest by email',
    resource: 'user',
    resourceId: userId,
  })
}

/** Hashes a token, which cannot be read back. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const selectDigestByToken = statement(
  z.object({ userId: z.uuid() }),
  'select user_id as "userId" from digests where tenant_id = $tenantId and token_hash = $hash',
)

/** Ends the digest by the link of any past one, whatever was chosen since. @throws not-found for any invalid token */
export async function endDigest(scope: TenantScope, token: string): Promise<void> {
  const [found] = await scope.rows(selectDigestByToken, { tenantId: scope.tenantId, hash: hashOf(token) })
  if (!found) throw new AppError('not-found', 404, 'This link does not work any more')
  await unsubscribe(scope, found.userId)
}

function guardianOf({ actor }: TenantScope): string {
  if (actor.user?.role !== 'parent') throw forbidden('Only guardians get digests')
  return actor.user.id
}
