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

/** True where student `s` has any health data; a condition for lists, which show no more than that. */
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
 * Returns a student's health row, inserted where there is none, and locks the student's health, conditions and proposals until
 * the commit.
 * @throws reference (409) for an unknown student
 */
export async function lockHealth(scope: TenantScope, studentId: string): Promise<StudentHealthModel> {
  await scope.rows(insertHealth, { studentId })
  await scope.rows(lockHealthRow, { studentId })
  return StudentHealthModel.query(scope.trx).findOne({ studentId }).throwIfNotFound()
}

/**
 * Saves the given fields of a student's health; omitted ones stay, and null or blank empties one. Changed parts count as
 * checked today. Records `health.changed` in the audit log on a difference, without its content.
 * @param change values as parsed by the contract
 * @returns true if a field differs
 */
export async function saveHealth(
  scope: TenantScope,
  studentId: string,
  change: Partial<Record<HealthField, string | null | undefined>>,
): Promise<boolean> {
  const given = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [[field, value ?? '']]))
  // A student without health data has no row.
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
 * Updates health data like `saveHealth`, for a user who has read it before.
 * @throws not-found, forbidden for platform staff who have not opened it, outdated (409) when `updatedAt` differs
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

/** Confirms parts as correct today, for a user who has opened the record. @throws not-found, forbidden */
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

/** Returns the columns that mark parts as checked. */
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

/** Returns the student's name, for emails. */
export async function nameOf(scope: TenantScope, studentId: string): Promise<string> {
  const [student] = await scope.rows(selectStudentName, { studentId })
  return student?.name ?? 'a student'
}

/** Records any change of a student's health in the audit log. */
export async function recordHealthChange(scope: TenantScope, studentId: string): Promise<void> {
  await record(scope, {
    action: HEALTH_CHANGED,
    category: 'account',
    description: `Changed the health data of ${referTo('student', studentId)}`,
    resource: 'student',
    resourceId: studentId,
  })
}
