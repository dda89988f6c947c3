import { z } from 'zod'
import type { TenantScope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'

const updateToStopped = statement(
  z.object({ id: z.uuid() }),
  `update mail_messages set status = 'suppressed', error = 'Stopped by its sender', secret = null
    where tenant_id = $tenantId and id = any ($ids::uuid[]) and status in ('pending', 'held') returning id`,
)

/** Stops emails of the organization that are not sent yet. @returns their ids */
export async function stopMails(scope: TenantScope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { tenantId } = scope
  const stopped = await asPlatform(scope, (platform) => platform.rows(updateToStopped, { tenantId, ids }))
  return stopped.map(({ id }) => id)
}
