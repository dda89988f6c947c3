import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion } from '#core/server/versions.ts'
import { localDay } from '../../server/time-zone.ts'
import { HEALTH_CHANGED, partFields } from '../contract.ts'
import { StudentHealthModel } from './student-health.ts'

/** Whether anything is known of the health of student `s`; a condition for lists, which show no more than that. */
export const hasHealth = `(exists (select from student_health h where h.tenant_id = s.tenant_id and h.student_id = s.id
    and (h.medical_notes, h.medication, h.doctor_name, h.doctor_phone, h.insurance_company, h.insurance_number)
      <> ('', '', '', '', '', ''))
  or exists (select from health_conditions c
    where c.tenant_id = s.tenant_id and c.student_id = s.id and c.ended_at is null))`

/** Whether there is somebody to call for student `s`. */
export const hasEmergency = `exists (select from student_health h where h.tenant_id = s.tenant_id
  and h.student_id = s.id and (h.emergency_contact, h.emergency_phone) <> ('', ''))`

type Part = keyof typeof partFields

type HealthField = { [P in Part]: keyof (typeof partFields)[P] }[Part]

export type HealthChange = Partial<Record<HealthField, string | null | undefined>>

const made = statement('insert into student_health (student_id) values ($studentId) on conflict do nothing')

const locked = statement(
  z.object({ id: z.uuid() }),
  'select id from student_health where student_id = $studentId for update',
)

/**
 * The student's health in short, made where there is none, and nobody else's to change until the commit.
 * @throws reference (409) where there is no such student
 */
export async function lockHealth(scope: TenantScope, studentId: string): Promise<StudentHealthModel> {
  await scope.rows(made, { studentId })
  await scope.rows(locked, { studentId })
  return StudentHealthModel.query(scope.trx).findOne({ studentId }).throwIfNotFound()
}

/**
 * Keeps what is given of a student's health; what is left out stays, and null or blank empties it. What is changed
 * counts as checked today. Leaves `health.changed` in the audit log where something differs, without a word of what.
 * @param change values as the contract's fields have made them
 * @returns whether something differs
 */
export async function keepHealth(scope: TenantScope, studentId: string, change: HealthChange): Promise<boolean> {
  const given = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [[field, value ?? '']]))
  // A student without any health has no row either.
  if (given.length === 0) return false
  const before = await lockHealth(scope, studentId)
  const { after } = changedFields<StudentHealthModel>(before, Object.fromEntries(given))
  if (Object.keys(after).length === 0) return false
  const today = await localDay(scope)
  const checked = (Object.keys(partFields) as Part[])
    .filter((part) => Object.keys(partFields[part]).some((field) => field in after))
    .map((part) => [`${part}CheckedOn`, today])
  await StudentHealthModel.query(scope.trx)
    .findById(before.id)
    .patch({ ...after, ...Object.fromEntries(checked), updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  await recordHealthChange(scope, studentId)
  return true
}

const named = statement(
  z.object({ name: z.string() }),
  `select first_name || ' ' || last_name as name from students where id = $studentId`,
)

/** The one entry for whatever is changed about somebody's health. */
export async function recordHealthChange(scope: TenantScope, studentId: string): Promise<void> {
  const [student] = await scope.rows(named, { studentId })
  await record(scope, {
    action: HEALTH_CHANGED,
    category: 'account',
    description: `Changed the health data of ${student?.name ?? 'a student'}`,
    resource: 'student',
    resourceId: studentId,
  })
}
