import { z } from 'zod'
import { defineWebhookEvent } from '#core/server/webhooks/webhook-events.ts'
import { EXAMPLE_STUDENT, itemsOfStudents, studentFields } from '../../../shared/server/webhook-students.ts'
import { studentAdded } from './events.ts'

export const studentWebhooks = [
  defineWebhookEvent({
    type: 'student.added',
    group: 'Students',
    summary: 'A student was added one by one; imports of lists are not announced.',
    on: studentAdded,
    data: z.object(studentFields),
    example: { studentId: EXAMPLE_STUDENT },
    read: (scope, { studentId }) => itemsOfStudents(scope, [{ studentId }], () => ({ studentId })),
  }),
]
