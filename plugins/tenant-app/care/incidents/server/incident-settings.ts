import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { tableModel } from '#core/server/database/model.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { incidentSettings, type IncidentSettings } from '../office-contract.ts'

class IncidentSettingModel extends tableModel(
  'incident_settings',
  z.object({ id: z.uuid(), instructorsShare: z.boolean(), updatedAt: z.string() }),
) {}

type Decided = Omit<IncidentSettings, 'updatedAt'>

export async function getIncidentSettings({ trx }: TenantScope): Promise<IncidentSettings> {
  const row = await IncidentSettingModel.query(trx).first()
  return row ? incidentSettings.parse(row) : { instructorsShare: false, updatedAt: null }
}

const lock = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.incident-settings:' || $tenantId, 0))`,
)

/** Changes the given fields. @throws outdated (409) when `updatedAt` differs */
export async function updateIncidentSettings(
  scope: TenantScope,
  { updatedAt, ...change }: { updatedAt?: string | null | undefined; instructorsShare?: boolean | undefined },
): Promise<IncidentSettings> {
  await scope.rows(lock, { tenantId: scope.tenantId })
  const settings = await getIncidentSettings(scope)
  refuseOutdated('these settings', settings.updatedAt, updatedAt)
  const changed = changedFields<Decided>(settings, change)
  if (Object.keys(changed.after).length === 0) return settings
  const next = { ...settings, ...changed.after, updatedAt: nextVersion(scope.core.clock, settings.updatedAt) }
  const query = IncidentSettingModel.query(scope.trx)
  await (settings.updatedAt === null ? query.insert(next) : query.patch(next))
  await record(scope, {
    action: 'incidents.settings-updated',
    category: 'account',
    description: 'Changed who may share incident reports with families',
    resource: 'tenant',
    resourceId: scope.tenantId,
    ...changed,
  })
  return next
}
