import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { defineWebhookEvent } from '#core/server/webhooks/webhook-events.ts'
import { EXAMPLE_STUDENT, itemsOfStudents, studentFields } from '../../../shared/server/webhook-students.ts'
import { pointsChanged } from './events.ts'

const selectTotals = statement(
  z.object({ studentId: z.uuid(), totalPoints: z.number().int() }),
  'select id as "studentId", total_points as "totalPoints" from students where id = any ($studentIds::uuid[]) order by id',
)

export const pointsWebhooks = [
  defineWebhookEvent({
    type: 'points.changed',
    group: 'Challenges and points',
    summary: 'The points of a student changed.',
    on: pointsChanged,
    data: z.object({ ...studentFields, totalPoints: z.number().int().describe('All points of the student.') }),
    example: { studentId: EXAMPLE_STUDENT, totalPoints: 120 },
    read: async (scope, { studentIds }) =>
      itemsOfStudents(scope, await scope.rows(selectTotals, { studentIds }), (fact) => fact),
  }),
]
