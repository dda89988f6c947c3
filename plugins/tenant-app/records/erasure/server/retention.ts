import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { tableModel } from '#core/server/database/model.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import {
  hold,
  removal,
  retentionSettings,
  type Hold,
  type Retention,
  type RetentionChange,
  type RetentionSettings,
} from '../retention-contract.ts'

class RetentionSettingModel extends tableModel(
  'retention_settings',
  z.object({
    id: z.uuid(),
    healthMonths: z.number().int(),
    consentMonths: z.number().int(),
    attendanceMonths: z.number().int(),
    updatedAt: z.string(),
  }),
) {}

class RetentionHoldModel extends tableModel(
  'retention_holds',
  z.object({ id: z.uuid(), studentId: z.uuid(), reason: z.string(), heldByName: z.string(), heldAt: z.string() }),
) {}

type Decided = Omit<RetentionSettings, 'updatedAt'>

/** Default retention of an organization without own settings, in months. */
export const defaultRetention: Decided = { healthMonths: 36, consentMonths: 36, attendanceMonths: 84 }

async function settingsOf({ trx }: TenantScope): Promise<RetentionSettings> {
  const row = await RetentionSettingModel.query(trx).first()
  return row ? retentionSettings.parse(row) : { ...defaultRetention, updatedAt: null }
}

const MAX_SHOWN = 100

const selectAnnouncedRemovals = statement(
  removal,
  `select r.id, r.kind, r.due_on as "dueOn", f.count, f.students
    from retention_removals r cross join lateral (
      select count(*) as count, coalesce((json_agg(json_build_object('studentId', s.id,
            'name', s.first_name || ' ' || s.last_name) order by s.last_name, s.first_name, s.id)
          filter (where s.place <= ${MAX_SHOWN})), '[]') as students
        from (select s.*, row_number() over (order by s.last_name, s.first_name, s.id) as place from students s
          where s.tenant_id = r.tenant_id and s.id = any (r.student_ids) and s.erased_at is null
            and (r.kind = 'attendance' or not s.is_active)
            and not exists (select from retention_holds h where h.tenant_id = s.tenant_id and h.student_id = s.id)) s
    ) f
    where r.done_at is null and f.count > 0 order by r.due_on, r.kind`,
)

const selectHolds = statement(
  hold,
  `select h.id, h.student_id as "studentId", s.first_name || ' ' || s.last_name as name, h.reason,
      h.held_by_name as "heldByName", h.held_at as "heldAt"
    from retention_holds h join students s on s.tenant_id = h.tenant_id and s.id = h.student_id
    order by h.held_at desc, h.id desc limit 1000`,
)

export async function getRetention(scope: TenantScope): Promise<Retention> {
  const settings = await settingsOf(scope)
  return { settings, removals: await scope.rows(selectAnnouncedRemovals), holds: await scope.rows(selectHolds) }
}

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('tenant-app.retention:' || $tenantId, 0))`)

/** Changes the given fields. @throws outdated (409) when `updatedAt` differs */
export async function updateRetention(
  scope: TenantScope,
  { updatedAt, ...change }: RetentionChange,
): Promise<RetentionSettings> {
  await scope.rows(lock, { tenantId: scope.tenantId })
  const settings = await settingsOf(scope)
  refuseOutdated('these settings', settings.updatedAt, updatedAt ?? undefined)
  const changed = changedFields<Decided>(settings, change)
  if (Object.keys(changed.after).length === 0) return settings
  const next = { ...settings, ...changed.after, updatedAt: nextVersion(scope.core.clock, settings.updatedAt) }
  const query = RetentionSettingModel.query(scope.trx)
  await (settings.updatedAt === null ? query.insert(next) : query.patch(next))
  await record(scope, {
    action: 'retention.settings-updated',
    category: 'security',
    description: 'Changed how long health data, consents and attendance are kept',
    resource: 'tenant',
    resourceId: scope.tenantId,
    ...changed,
  })
  return next
}

/** Reports whether a student is on hold, so that no data is removed. Callers that depend on it lock the student. */
export async function isHeld({ trx }: TenantScope, studentId: string): Promise<boolean> {
  return (await RetentionHoldModel.query(trx).findOne({ studentId })) !== undefined
}

/** @throws not-found, conflict at `studentId` for a student on hold */
export async function addHold(
  scope: TenantScope,
  { studentId, reason }: { studentId: string; reason: string },
): Promise<Hold> {
  await requireStudent(scope, studentId)
  await scope.rows(lock, { tenantId: scope.tenantId })
  if (await isHeld(scope, studentId)) {
    throw conflict('studentId', 'This student is held already')
  }
  const { id } = await RetentionHoldModel.query(scope.trx).insert({
    studentId,
    reason,
    heldByName: scope.actor.user?.name ?? '',
    heldAt: scope.core.clock.now().toISOString(),
  })
  // Only the hold has the reason, which may be about the child.
  await record(scope, {
    action: 'retention.held',
    category: 'security',
    description: 'Kept everything of a student until it is released',
    resource: 'student',
    resourceId: studentId,
  })
  const found = (await scope.rows(selectHolds)).find((one) => one.id === id)
  if (!found) throw notFound('Hold')
  return found
}

/** @throws not-found */
export async function releaseHold(scope: TenantScope, id: string): Promise<void> {
  const found = await RetentionHoldModel.query(scope.trx).findById(id)
  if (!found) throw notFound('Hold')
  await RetentionHoldModel.query(scope.trx).deleteById(id)
  await record(scope, {
    action: 'retention.released',
    category: 'security',
    description: 'Released what was kept of a student',
    resource: 'student',
    resourceId: found.studentId,
  })
}
