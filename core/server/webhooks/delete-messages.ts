import type { TenantScope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'

const deleteMessages = statement(
  'delete from webhook_messages where tenant_id = $tenantId and person_id = any ($personIds::uuid[])',
)

/** Deletes the messages about students or users: those that wait are not sent, and none is sent again. */
export async function deleteWebhookMessages(scope: TenantScope, personIds: readonly string[]): Promise<void> {
  const { tenantId } = scope
  await asPlatform(scope, ({ rows }) => rows(deleteMessages, { tenantId, personIds }))
}
