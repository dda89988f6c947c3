import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { trainingSettings, type TrainingSettings, type TrainingSettingsChange } from '../readiness-contract.ts'

/** Setting of organization `t`; the default if it has not set it. */
export const sendsReminders = `coalesce((select x.sends_reminders from lms_training_settings x where x.tenant_id = t.id), true)`
export const sendsDigest = `coalesce((select x.sends_digest from lms_training_settings x where x.tenant_id = t.id), true)`
const isReadinessRule = `coalesce((select x.is_readiness_rule from lms_training_settings x where x.tenant_id = t.id), false)`

const selectSettings = statement(
  trainingSettings,
  `select ${isReadinessRule} as "isReadinessRule", ${sendsReminders} as "sendsReminders", ${sendsDigest} as "sendsDigest",
      (select x.updated_at from lms_training_settings x where x.tenant_id = t.id) as "updatedAt"
    from tenants t where t.id = $tenantId`,
)

export async function getTrainingSettings(scope: TenantScope): Promise<TrainingSettings> {
  const [found] = await scope.rows(selectSettings, { tenantId: scope.tenantId })
  return trainingSettings.parse(found)
}

// The organization's row is locked, since there may be no settings yet.
const lockTenant = statement('select id from tenants where id = $tenantId for no key update')

const upsertSettings = statement(
  `insert into lms_training_settings (is_readiness_rule, sends_reminders, sends_digest, updated_at)
      values ($isReadinessRule, $sendsReminders, $sendsDigest, $updatedAt)
    on conflict (tenant_id) do update set is_readiness_rule = excluded.is_readiness_rule,
      sends_reminders = excluded.sends_reminders, sends_digest = excluded.sends_digest, updated_at = excluded.updated_at`,
)

/** Changes the given settings. @throws outdated (409) if `updatedAt` has changed */
export async function updateTrainingSettings(
  scope: TenantScope,
  { updatedAt, ...change }: TrainingSettingsChange,
): Promise<TrainingSettings> {
  await scope.rows(lockTenant, { tenantId: scope.tenantId })
  const { updatedAt: present, ...former } = await getTrainingSettings(scope)
  refuseOutdated('these settings', present, updatedAt)
  const difference = changedFields<Omit<TrainingSettings, 'updatedAt'>>(former, change)
  if (Object.keys(difference.after).length === 0) return { ...former, updatedAt: present }
  const next = { ...former, ...difference.after, updatedAt: nextVersion(scope.core.clock, present) }
  await scope.rows(upsertSettings, next)
  await record(scope, {
    action: 'training.settings-updated',
    category: 'account',
    description: 'Changed training rules and their emails',
    resource: 'tenant',
    resourceId: scope.tenantId,
    ...difference,
  })
  return next
}
