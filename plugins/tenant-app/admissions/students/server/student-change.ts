import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { studentEvent } from '../progress-contract.ts'

const studentChange = z.object({
  id: z.uuid(),
  studentId: z.uuid(),
  kind: studentEvent.shape.kind,
  changes: studentEvent.shape.changes,
  /** null when the platform did it by itself, and in rows from before there was an id. */
  actorId: z.uuid().nullable(),
  /** null when the platform did it by itself. */
  actorName: z.string().nullable(),
  occurredAt: z.string(),
})

/** Change of a student's own fields; stored as long as the student. */
export class StudentChangeModel extends tableModel('student_changes', studentChange) {}
