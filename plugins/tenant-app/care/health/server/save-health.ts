import { z } from 'zod'
import { changedFields, record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { requireOpened } from '../../../shared/server/require-opened.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { HEALTH_CHANGED, partFields } from '../contract.ts'
import type { CheckedOn, CheckedPart, HealthChange, HealthField, HealthPart } from '../contract.ts'
import { requireHealth } from './policies.ts'
import { StudentHealthModel } from './student-health.ts'

/** True where the health of student `s` is known in any part; a condition for lists, which show no more than that. */
export const hasHealth = `(exists (select from student_health h where h.tenant_id = s.tenant_id and h.student_id = s.id
    and (h.response_line, h.medical_notes, h.medication, h.doctor_name, h.doctor_phone, h.insurance_company, h.insurance_number)
      <> ('', '', '', '', '', '', ''))
  or exists (select from health_conditions c
    where c.tenant_id = s.tenant_id and c.student_id = s.id and c.ended_at is null))`

/** True where student `s` has an emergency contact. */
export const hasEmergency = `exists (select from student_health h where h.tenant_id = s.tenant_id
  and h.student_id = s.id and (h.emergency_contact, h.emergency_phone) <> ('', ''))`

const insertHealth = statement('insert into student_health (student_id) values ($studentId) on conflict do nothing')

const lockHealthRow = statement(
  z.object({ id: z.uuid() }),
  'select id from student_health where student_id = $studentId for update',
)

/**
 * The student's health in short, made where there is none. Until the commit nobody else changes anything of the
 * student's health, conditions and proposals among it.
 * @throws reference (409) where there is no such student
 */
export async function lockHealth(scope: TenantScope, studentId: string): Promise<StudentHealthModel> {
  await scope.rows(insertHealth, { studentId })
  await scope.rows(lockHealthRow, { studentId })
  return StudentHealthModel.query(scope.trx).findOne({ studentId }).throwIfNotFound()
}

/**
 * Keeps what is given of a student's health; what is left out stays, and null or blank empties it. What is changed
 * counts as checked today. Leaves `health.changed` in the audit log where something differs, without a word of what.
 * @param change values as the contract's fields have made them
 * @returns whether something differs
 */
export async function saveHealth(
  scope: TenantScope,
  studentId: string,
  change: Partial<Record<HealthField, string | null | undefined>>,
): Promise<boolean> {
  const given = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [[field, value ?? '']]))
  // A student without any health has no row either.
  if (given.length === 0) return false
  const before = await lockHealth(scope, studentId)
  const { after } = changedFields<StudentHealthModel>(before, Object.fromEntries(given))
  if (Object.keys(after).length === 0) return false
  const parts = (Object.keys(partFields) as HealthPart[]).filter((part) =>
    Object.keys(partFields[part]).some((field) => field in after),
  )
  await StudentHealthModel.query(scope.trx)
    .findById(before.id)
    .patch({
      ...after,
      ...(await markCheckedToday(scope, parts)),
      updatedAt: nextVersion(scope.core.clock, before.updatedAt),
    })
  await recordHealthChange(scope, studentId)
  return true
}

/**
 * Updates health data like `saveHealth`, by a user who has read it before.
 * @throws not-found, forbidden for platform staff who have not opened it, outdated (409) when `updatedAt` is not what it was
 */
export async function updateHealth(
  scope: TenantScope,
  studentId: string,
  { updatedAt, ...change }: HealthChange,
): Promise<{ checkedOn: CheckedOn; updatedAt: string | null }> {
  await requireStudent(scope, studentId)
  await requireOpened(scope, studentId, 'health')
  const before = await lockHealth(scope, studentId)
  refuseOutdated('this student’s health', before.updatedAt, updatedAt)
  await saveHealth(scope, studentId, change)
  const after = await lockHealth(scope, studentId)
  return { checkedOn: checkedOn(after), updatedAt: after.updatedAt }
}

/**
 * Keeps that parts are still right, as somebody said today who sees them.
 * @throws not-found, forbidden
 */
export async function checkHealth(
  scope: TenantScope,
  studentId: string,
  parts: readonly CheckedPart[],
): Promise<{ checkedOn: CheckedOn }> {
  await requireHealth(scope, studentId)
  await requireOpened(scope, studentId, 'health')
  const { id } = await lockHealth(scope, studentId)
  await StudentHealthModel.query(scope.trx)
    .findById(id)
    .patch(await markCheckedToday(scope, parts))
  await record(scope, {
    action: 'health.checked',
    category: 'account',
    description: `Confirmed the health data of ${referTo('student', studentId)}`,
    resource: 'student',
    resourceId: studentId,
  })
  return { checkedOn: checkedOn(await StudentHealthModel.query(scope.trx).findById(id)) }
}

/** The columns that say so. */
export async function markCheckedToday(
  scope: TenantScope,
  parts: readonly CheckedPart[],
): Promise<Partial<StudentHealthModel>> {
  const today = await getLocalDay(scope)
  return Object.fromEntries(parts.map((part) => [`${part}CheckedOn`, today]))
}

export function checkedOn(health: StudentHealthModel | undefined): CheckedOn {
  return {
    alert: health?.alertCheckedOn ?? null,
    notes: health?.notesCheckedOn ?? null,
    medication: health?.medicationCheckedOn ?? null,
    emergency: health?.emergencyCheckedOn ?? null,
    doctor: health?.doctorCheckedOn ?? null,
    insurance: health?.insuranceCheckedOn ?? null,
    conditions: health?.conditionsCheckedOn ?? null,
  }
}

const selectStudentName = statement(
  z.object({ name: z.string() }),
  `select first_name || ' ' || last_name as name from students where id = $studentId`,
)

/** The student's, for mails. */
export async function nameOf(scope: TenantScope, studentId: string): Promise<string> {
  const [student] = await scope.rows(selectStudentName, { studentId })
  return student?.name ?? 'a student'
}

/** The one entry for whatever is changed about somebody's health. */
export async function recordHealthChange(scope: TenantScope, studentId: string): Promise<void> {
  await record(scope, {
    action: HEALTH_CHANGED,
    category: 'account',
    description: `Changed the health data of ${referTo('student', studentId)}`,
    resource: 'student',
    resourceId: studentId,
  })
}
