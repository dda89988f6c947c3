import { changedFields, record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { forbidden, invalidField } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { saveHealth } from '../../../care/health/server/save-health.ts'
import { requireOpened } from '../../../shared/server/require-opened.ts'
import { isAdmin } from '../../../shared/server/roles.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import type { NewStudent, Student, StudentChange } from '../contract.ts'
import { addGuardian } from './guardian.ts'
import { refuseDuplicate } from './duplicates.ts'
import { studentAdded, studentUpdated } from './events.ts'
import { recordStudentChange } from './history.ts'
import { StudentModel } from './student.ts'
import { getStudent, lockStudent } from './students.ts'

/**
 * Adds a student with the guardian, all or nothing.
 * @throws student.duplicate (409) for the name and birthday of an existing student, unless `saveAnyway` is set; forbidden when
 *   a user other than an admin invites; invalid or conflict at `dateOfBirth`, `parentUserId` or a field of `guardian`
 */
export async function createStudent(scope: TenantScope, input: NewStudent): Promise<Student> {
  await checkBirthday(scope, input.dateOfBirth)
  await refuseDuplicate(scope, input)
  const { firstName, lastName, dateOfBirth, grade, emergencyContact, emergencyPhone, medicalNotes } = input
  const now = scope.core.clock.now().toISOString()
  const { id } = await StudentModel.query(scope.trx).insert({
    firstName,
    lastName,
    dateOfBirth,
    grade,
    createdAt: now,
    updatedAt: now,
  })
  await addGuardian(scope, id, input)
  // Without health data no row is stored.
  await saveHealth(scope, id, {
    emergencyContact: emergencyContact || undefined,
    emergencyPhone: emergencyPhone || undefined,
    medicalNotes: medicalNotes || undefined,
  })
  const created = await getStudent(scope, id)
  await record(scope, {
    action: 'student.created',
    category: 'system',
    description: `Added the student ${referTo('student', id)}`,
    resource: 'student',
    resourceId: id,
    after: { firstName, lastName, dateOfBirth, grade },
  })
  await recordStudentChange(scope, id, { after: { firstName, lastName, dateOfBirth, grade } })
  await emit(scope, studentAdded, { tenantId: scope.tenantId, studentId: id, name: nameOf(created) })
  return created
}

type Fields = Omit<StudentChange, 'updatedAt' | 'emergencyContact' | 'emergencyPhone' | 'medicalNotes'>

/**
 * Changes the given fields of a student.
 * @throws not-found, outdated (409) when `updatedAt` differs, forbidden when a user other than an admin changes `isActive`, and
 *   for platform staff who change health data that they have not opened, invalid at `dateOfBirth`
 */
export async function updateStudent(
  scope: TenantScope,
  id: string,
  { updatedAt, emergencyContact, emergencyPhone, medicalNotes, ...change }: StudentChange,
): Promise<Student> {
  const before = await lockStudent(scope, id)
  refuseOutdated('this student', before.updatedAt, updatedAt)
  const apart = { emergencyContact, emergencyPhone, medicalNotes }
  if (Object.values(apart).some((value) => value !== undefined)) {
    if (!isAdmin(scope)) throw forbidden('Only admins change health and emergency data here')
    await requireOpened(scope, id, 'health')
    await saveHealth(scope, id, apart)
  }
  const changed = changedFields<Fields>(before, change)
  if (Object.keys(changed.after).length === 0) return getStudent(scope, id)
  if (changed.after.isActive !== undefined && !isAdmin(scope)) {
    throw forbidden('Only admins switch students off and on')
  }
  await checkBirthday(scope, changed.after.dateOfBirth ?? null)
  await StudentModel.query(scope.trx)
    .findById(id)
    .patch({ ...changed.after, updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  const after = await getStudent(scope, id)
  await record(scope, {
    action: 'student.updated',
    category: 'system',
    description: `Changed the student ${referTo('student', id)}`,
    resource: 'student',
    resourceId: id,
    ...changed,
  })
  await recordStudentChange(scope, id, changed)
  await emit(scope, studentUpdated, {
    tenantId: scope.tenantId,
    studentId: id,
    name: nameOf(after),
    isActive: changed.after.isActive,
  })
  return after
}

const nameOf = ({ firstName, lastName }: Pick<Student, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

async function checkBirthday(scope: TenantScope, dateOfBirth: string | null): Promise<void> {
  if (dateOfBirth && dateOfBirth > (await getLocalDay(scope))) {
    throw invalidField('dateOfBirth', 'A birthday cannot be in the future')
  }
}
