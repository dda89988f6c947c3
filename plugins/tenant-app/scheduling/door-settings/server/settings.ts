import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { tableModel } from '#core/server/database/model.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { doorSettings, type DoorSettings, type DoorSettingsChange } from '../contract.ts'

const doorSetting = doorSettings.extend({ id: z.uuid(), updatedAt: z.string() })

/** Settings of an organization's door: one row, or none where all are defaults. */
class DoorSettingModel extends tableModel('door_settings', doorSetting) {}

type Decided = Omit<DoorSettings, 'updatedAt'>

/** Default settings of an organization that has decided nothing. */
const defaultSettings: Decided = {
  graceMinutes: 10,
  releasesAfterCall: true,
  aloneFrom: null,
  lateText: '',
  kioskChecksOut: false,
}

export async function getDoorSettings({ trx }: TenantScope): Promise<DoorSettings> {
  const row = await DoorSettingModel.query(trx).first()
  if (!row) return { ...defaultSettings, updatedAt: null }
  // The database has seconds as well.
  return doorSettings.parse({ ...row.toJSON(), aloneFrom: row.aloneFrom?.slice(0, 5) ?? null })
}

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('tenant-app.door-settings:' || $tenantId, 0))`)

/** Changes what is given. @throws outdated (409) when `updatedAt` is not what it was */
export async function updateDoorSettings(
  scope: TenantScope,
  { updatedAt, ...change }: DoorSettingsChange,
): Promise<DoorSettings> {
  await scope.rows(lock, { tenantId: scope.tenantId })
  const settings = await getDoorSettings(scope)
  refuseOutdated('these settings', settings.updatedAt, updatedAt)
  const changed = changedFields<Decided>(settings, change)
  if (Object.keys(changed.after).length === 0) return settings
  const next = { ...settings, ...changed.after, updatedAt: nextVersion(scope.core.clock, settings.updatedAt) }
  const query = DoorSettingModel.query(scope.trx)
  await (settings.updatedAt === null ? query.insert(next) : query.patch(next))
  await record(scope, {
    action: 'door.settings-updated',
    category: 'account',
    description: 'Changed what holds for pick-ups',
    resource: 'tenant',
    resourceId: scope.tenantId,
    ...changed,
  })
  return next
}
