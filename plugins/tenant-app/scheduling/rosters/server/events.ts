import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'
import { attendance } from '../contract.ts'

/** Waitlisted students got a place. */
export const placesGiven = defineEvent(
  'tenant-app.places-given',
  z.object({ sessionId: z.uuid(), studentIds: z.array(z.uuid()) }),
  'tenant',
)

/** Absences were corrected. */
export const absencesCorrected = defineEvent(
  'tenant-app.absences-corrected',
  z.object({ sessionId: z.uuid(), studentIds: z.array(z.uuid()) }),
  'tenant',
)

const placeChange = z.object({
  sessionId: z.uuid(),
  kind: z.enum(['registered', 'promoted', 'waitlisted', 'removed', 'declined']),
  studentIds: z.array(z.uuid()),
})
export type PlaceChange = z.infer<typeof placeChange>

/** Students were registered, waitlisted or removed. */
export const placesChanged = defineEvent(
  'tenant-app.places-changed',
  z.object({ changes: z.array(placeChange).min(1) }),
  'tenant',
)

/** Attendance of a day was marked or changed. */
export const attendanceMarked = defineEvent(
  'tenant-app.attendance-marked',
  z.object({
    sessionId: z.uuid(),
    meetingId: z.uuid(),
    marks: z.array(z.object({ studentId: z.uuid(), mark: attendance.nullable(), markedAt: z.string() })).min(1),
  }),
  'tenant',
)
