import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const student = z.object({
  id: z.uuid(),
  /** User of the student's own account. */
  userId: z.uuid().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  /** Without time, as `2016-03-29`. */
  dateOfBirth: z.string().nullable(),
  grade: z.string().nullable(),
  isActive: z.boolean(),
  totalPoints: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export class StudentModel extends tableModel('students', student) {}
