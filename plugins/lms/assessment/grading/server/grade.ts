import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { rubric } from '../../../authoring/lessons/kinds/rubric-contract.ts'
import { givenGrade, gradeActs } from '../grade-contract.ts'

const grade = z.object({
  id: z.uuid(),
  workId: z.uuid(),
  number: z.number().int(),
  did: z.enum(gradeActs),
  byId: z.uuid().nullable(),
  byName: z.string(),
  happenedAt: z.string(),
  rubric,
  marks: givenGrade.shape.marks,
  items: givenGrade.shape.items,
  points: z.number().nullable(),
  saidPassed: z.boolean().nullable(),
  comment: z.string(),
  givenPoints: z.number().nullable(),
  mostPoints: z.number().nullable(),
  deduction: z.number(),
  score: z.number().nullable(),
  isPassed: z.boolean().nullable(),
})

/** Act of a grader on a piece of work, with all marks and comments. It is immutable. */
export class GradeModel extends tableModel('lms_grades', grade) {}

const comment = z.object({ id: z.uuid(), userId: z.uuid(), text: z.string(), createdAt: z.string() })

/** Comment that a grader has saved for reuse. */
export class GradingCommentModel extends tableModel('lms_grading_comments', comment) {}
