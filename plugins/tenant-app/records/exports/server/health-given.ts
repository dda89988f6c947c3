import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { recordViewsOf } from '../../../base/ledger/server/views.ts'
import type { DataExportModel } from './data-export.ts'

const student = z.object({ studentId: z.uuid() })

const parts = {
  health: statement(
    student,
    `select student_id as "studentId" from student_health
        where concat(response_line, medical_notes, medication, doctor_name, doctor_phone, insurance_company, insurance_number) <> ''
      union select student_id from health_conditions union select student_id from health_proposals`,
  ),
  emergency: statement(
    student,
    `select student_id as "studentId" from student_health where concat(emergency_contact, emergency_phone) <> ''`,
  ),
  restrictions: statement(
    student,
    `select distinct p.student_id as "studentId" from guardian_restrictions r
      join parent_students p on p.tenant_id = r.tenant_id and p.id = r.parent_student_id`,
  ),
} as const

/** Kinds that an admin exports at a person's request. */
const ofOne = ['health', 'emergency'] as const

/** Records for each student that data which opens on request only was exported, before it can be downloaded. */
export async function recordHealthGiven(scope: TenantScope, made: DataExportModel): Promise<void> {
  const { kind, studentId, createdBy, createdByName, createdByRole, reason } = made
  if (createdBy === null) throw new Error('The export was not requested')
  const viewer = { id: createdBy, name: createdByName, role: 'tenant_admin' } as const
  if (kind === 'person') {
    // Guardians leave no entry, which the other guardians could read.
    if (studentId === null || createdByRole !== 'tenant_admin') return
    const words = `Export of this child’s data: ${reason}`.slice(0, 500)
    for (const what of ofOne) await recordViewsOf(scope, { studentIds: [studentId], what, viewer, words })
    return
  }
  for (const what of ['health', 'emergency', 'restrictions'] as const) {
    const students = await scope.rows(parts[what])
    await recordViewsOf(scope, {
      studentIds: students.map(({ studentId }) => studentId),
      what,
      viewer,
      words: `Export of all data: ${reason}`.slice(0, 500),
    })
  }
}
