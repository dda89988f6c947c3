import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { workKind, workState } from '../contract.ts'

const work = z.object({
  id: z.uuid(),
  kind: workKind,
  subjectId: z.uuid(),
  courseId: z.uuid(),
  lessonId: z.uuid(),
  enrollmentId: z.uuid(),
  userId: z.uuid(),
  cycle: z.number().int(),
  number: z.number().int(),
  course: z.string(),
  lesson: z.string(),
  handedInAt: z.string(),
  lateSeconds: z.number().int(),
  state: workState,
  graderId: z.uuid().nullable(),
  score: z.number().nullable(),
  version: z.number().int(),
  updatedAt: z.string(),
})

/** Piece of work to grade. */
export class WorkModel extends tableModel('lms_work', work) {}
