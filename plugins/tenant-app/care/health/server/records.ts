import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { isRestrictedContact } from '../../collectors/server/pickups.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import type { ViewReason } from '../../../base/ledger/contract.ts'
import { recordView } from '../../../base/ledger/server/views.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import type { EmergencyRecord, HealthRecord, HealthStatus } from '../contract.ts'
import { lacksResponseLine } from './alerts.ts'
import { conditionsOf } from './conditions.ts'
import { checkedOn, hasEmergency, hasHealth } from './save-health.ts'
import { isSelfArranged, mayOpenHealth, requireHealth } from './policies.ts'
import { proposalsOf } from './proposals.ts'
import { StudentHealthModel } from './student-health.ts'

/**
 * Day of the oldest check among the parts of student `s`, with `h` left-joined: where a part was never checked, the day on
 * which the student was added.
 */
export const checkedBefore = `least(${['notes', 'medication', 'emergency', 'doctor', 'insurance', 'conditions']
  .map((part) => `coalesce(h.${part}_checked_on, s.created_at::date)`)
  .join(', ')})`

const isDue = `(${checkedBefore} <= $today::date - interval '1 year' or (${lacksResponseLine}
  and not exists (select from health_proposals p where p.tenant_id = s.tenant_id and p.student_id = s.id
    and p.part = 'alert' and p.status = 'pending')))`

const withHealth = 'students s left join student_health h on h.tenant_id = s.tenant_id and h.student_id = s.id'

const selectDueStudents = statement(
  z.object({ id: z.uuid() }),
  `select s.id from ${withHealth} where s.id = any($studentIds::uuid[]) and ${isDue}`,
)

/** Lists students with a part that was last checked a year ago. The caller must see them. */
export async function listDueForHealth(
  scope: TenantScope,
  studentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await scope.rows(selectDueStudents, { studentIds, today: await getLocalDay(scope) })
  return new Set(found.map(({ id }) => id))
}

const selectHealthStatus = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ hasHealth: z.boolean(), hasEmergency: z.boolean(), isDue: z.boolean(), openProposals: z.number() }),
    `select ${hasHealth} as "hasHealth", ${hasEmergency} as "hasEmergency",
        ${isDue} as "isDue",
        (select count(*)::int from health_proposals p where p.tenant_id = s.tenant_id and p.student_id = s.id
          and p.status = 'pending' ${viewer === 'parent' ? 'and p.proposed_by = $caller' : ''}) as "openProposals"
      from ${withHealth} where s.id = $studentId`,
  ),
)

/** Reads the data that is visible without opening the record. @throws not-found unless the caller sees the student */
export async function getHealthStatus(scope: TenantScope, studentId: string): Promise<HealthStatus> {
  await requireStudent(scope, studentId)
  const values = { studentId, today: await getLocalDay(scope), caller: scope.actor.user?.id ?? null }
  const [[found], mayOpen] = await Promise.all([
    scope.rows(selectHealthStatus({ viewer: viewerOf(scope) }), values),
    mayOpenHealth(scope, studentId),
  ])
  return { hasHealth: false, hasEmergency: false, isDue: false, openProposals: 0, ...found, mayOpen }
}

/**
 * Reads a student's whole health record, and records the view in the same transaction.
 * @throws not-found, forbidden, invalid at `reason` or `words` where the caller owes a reason
 */
export async function openHealth(scope: TenantScope, studentId: string, reason: ViewReason): Promise<HealthRecord> {
  await requireHealth(scope, studentId)
  await recordView(scope, { studentId, what: 'health', reason, isSelfArranged: await isSelfArranged(scope, studentId) })
  const [health, conditions, proposals] = await Promise.all([
    StudentHealthModel.query(scope.trx).findOne({ studentId }),
    conditionsOf(scope, studentId),
    proposalsOf(scope, studentId),
  ])
  return {
    responseLine: health?.responseLine ?? '',
    medicalNotes: health?.medicalNotes ?? '',
    medication: health?.medication ?? '',
    ...(await emergencyContactOf(scope, studentId, health)),
    doctorName: health?.doctorName ?? '',
    doctorPhone: health?.doctorPhone ?? '',
    insuranceCompany: health?.insuranceCompany ?? '',
    insuranceNumber: health?.insuranceNumber ?? '',
    checkedOn: checkedOn(health),
    conditions,
    proposals,
    updatedAt: health?.updatedAt ?? null,
  }
}

/** Reads the emergency contact. Instructors do not see a restricted guardian; admins and families do, to correct it. */
async function emergencyContactOf(
  scope: TenantScope,
  studentId: string,
  health: StudentHealthModel | undefined,
): Promise<Pick<EmergencyRecord, 'emergencyContact' | 'emergencyPhone'>> {
  const { emergencyContact: name = '', emergencyPhone: phone = '' } = health ?? {}
  if (viewerOf(scope) === 'instructor' && (await isRestrictedContact(scope, studentId, { name, phone }))) {
    return { emergencyContact: 'Not available. Call a guardian.', emergencyPhone: '' }
  }
  return { emergencyContact: name, emergencyPhone: phone }
}

/** Reads the emergency contact; otherwise like `openHealth`. */
export async function openEmergency(
  scope: TenantScope,
  studentId: string,
  reason: ViewReason,
): Promise<EmergencyRecord> {
  await requireHealth(scope, studentId)
  await recordView(scope, {
    studentId,
    what: 'emergency',
    reason,
    isSelfArranged: await isSelfArranged(scope, studentId),
  })
  const health = await StudentHealthModel.query(scope.trx).findOne({ studentId })
  return {
    ...(await emergencyContactOf(scope, studentId, health)),
    checkedOn: checkedOn(health).emergency,
  }
}
