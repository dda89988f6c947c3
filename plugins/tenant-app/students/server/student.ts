import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const student = z.object({
  id: z.uuid(),
  /** The student's own account. */
  userId: z.uuid().nullable(),
  firstName: z.string(),
  lastName: z.string(),
})

export class StudentModel extends tableModel('students', student) {}
