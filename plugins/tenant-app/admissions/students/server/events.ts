import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

const studentConcerned = z.object({ tenantId: z.uuid(), studentId: z.uuid(), name: z.string() })

export const studentAdded = defineEvent('tenant-app.student-added', studentConcerned, 'tenant')

/** Any change of the student's own fields, without guardians, health and consents. */
export const studentUpdated = defineEvent(
  'tenant-app.student-updated',
  // Absent where the change does not affect it.
  studentConcerned.extend({ isActive: z.boolean().optional() }),
  'tenant',
)
