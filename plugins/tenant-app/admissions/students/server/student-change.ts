import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { studentEvent } from '../progress-contract.ts'

const studentChange = z.object({
  id: z.uuid(),
  studentId: z.uuid(),
  kind: studentEvent.shape.kind,
  changes: studentEvent.shape.changes,
  /** null for the platform itself, and in rows older than the column. */
  actorId: z.uuid().nullable(),
  /** null for the platform itself. */
  actorName: z.string().nullable(),
  occurredAt: z.string(),
})

/** Change of a student's own fields; stored as long as the student. */
export class StudentChangeModel extends tableModel('student_changes', studentChange) {}
