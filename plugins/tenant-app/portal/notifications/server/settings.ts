import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { notificationSetting } from '../../../shared/server/notifications.ts'
import { notificationSettings, type NotificationSettings, type NotificationSettingsChange } from '../contract.ts'

type Decided = Omit<NotificationSettings, 'updatedAt'>

const selectSettings = statement(
  notificationSettings,
  `select ${notificationSetting('sends_digests', 't.id')} as "sendsDigests",
      ${notificationSetting('digest_weekday', 't.id')} as "digestWeekday", ${notificationSetting('digest_hour', 't.id')} as "digestHour",
      ${notificationSetting('asks_consents', 't.id')} as "asksConsents", ${notificationSetting('asks_health', 't.id')} as "asksHealth",
      (select updated_at from notification_settings n where n.tenant_id = t.id) as "updatedAt"
    from tenants t where t.id = $tenantId`,
)

export async function getNotificationSettings(scope: TenantScope): Promise<NotificationSettings> {
  const [found] = await scope.rows(selectSettings, { tenantId: scope.tenantId })
  return notificationSettings.parse(found)
}

// Locks the organization's row, since the settings may have none yet.
const lockOrganization = statement('select id from tenants where id = $tenantId for no key update')

const upsertSettings = statement(
  `insert into notification_settings (sends_digests, digest_weekday, digest_hour, asks_consents, asks_health, updated_at)
      values ($sendsDigests, $digestWeekday, $digestHour, $asksConsents, $asksHealth, $updatedAt)
    on conflict (tenant_id) do update set sends_digests = excluded.sends_digests,
      digest_weekday = excluded.digest_weekday, digest_hour = excluded.digest_hour,
      asks_consents = excluded.asks_consents, asks_health = excluded.asks_health, updated_at = excluded.updated_at`,
)

/** Changes the given fields. @throws outdated (409) when `updatedAt` differs */
export async function updateNotificationSettings(
  scope: TenantScope,
  { updatedAt, ...change }: NotificationSettingsChange,
): Promise<NotificationSettings> {
  await scope.rows(lockOrganization, { tenantId: scope.tenantId })
  const { updatedAt: present, ...former } = await getNotificationSettings(scope)
  refuseOutdated('these settings', present, updatedAt)
  const difference = changedFields<Decided>(former, change)
  if (Object.keys(difference.after).length === 0) return { ...former, updatedAt: present }
  const next = { ...former, ...difference.after, updatedAt: nextVersion(scope.core.clock, present) }
  await scope.rows(upsertSettings, next)
  await record(scope, {
    action: 'notifications.settings-updated',
    category: 'account',
    description: 'Changed which emails are sent, and when',
    resource: 'tenant',
    resourceId: scope.tenantId,
    ...difference,
  })
  return next
}
