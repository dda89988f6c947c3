import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import {
  attendanceSettings,
  DEFAULT_HOUR_BANDS,
  type AttendanceSettings,
  type AttendanceSettingsChange,
} from '../attendance-contract.ts'
import { AttendanceSettingModel } from './attendance-setting.ts'

type Decided = Omit<AttendanceSettings, 'updatedAt'>

/** Default settings of an organization without own ones. */
const defaultSettings: Decided = {
  lateMinutes: 10,
  overdueMinutes: 15,
  remindsInstructors: true,
  reminderMinutes: 30,
  tellsAbsences: true,
  absenceMinutes: 10,
  countsRecordedOnly: false,
  hourBands: [...DEFAULT_HOUR_BANDS],
}

export async function getAttendanceSettings({ trx }: TenantScope): Promise<AttendanceSettings> {
  const row = await AttendanceSettingModel.query(trx).first()
  return row ? attendanceSettings.parse(row) : { ...defaultSettings, updatedAt: null }
}

const lock = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.attendance-settings:' || $tenantId, 0))`,
)

/** Changes the given fields. @throws outdated (409) when `updatedAt` differs */
export async function updateAttendanceSettings(
  scope: TenantScope,
  { updatedAt, ...change }: AttendanceSettingsChange,
): Promise<AttendanceSettings> {
  await scope.rows(lock, { tenantId: scope.tenantId })
  const settings = await getAttendanceSettings(scope)
  refuseOutdated('these settings', settings.updatedAt, updatedAt)
  const changed = changedFields<Decided>(settings, change)
  if (Object.keys(changed.after).length === 0) return settings
  const next = { ...settings, ...changed.after, updatedAt: nextVersion(scope.core.clock, settings.updatedAt) }
  const isThere = settings.updatedAt !== null
  const query = AttendanceSettingModel.query(scope.trx)
  await (isThere ? query.patch(next) : query.insert(next))
  await record(scope, {
    action: 'attendance.settings-updated',
    category: 'account',
    description: 'Changed what holds for attendance and notices',
    resource: 'tenant',
    resourceId: scope.tenantId,
    ...changed,
  })
  return next
}
