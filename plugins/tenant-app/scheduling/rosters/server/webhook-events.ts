import { z } from 'zod'
import { defineWebhookEvent } from '#core/server/webhooks/webhook-events.ts'
import {
  EXAMPLE_SESSION,
  EXAMPLE_STUDENT,
  itemsOfStudents,
  studentFields,
} from '../../../shared/server/webhook-students.ts'
import { attendance } from '../contract.ts'
import { attendanceMarked, placesChanged, type PlaceChange } from './events.ts'

const place = z.object({ ...studentFields, sessionId: z.uuid().describe('Id of the session.') })

const placeWebhook = (type: string, kinds: readonly PlaceChange['kind'][], summary: string) =>
  defineWebhookEvent({
    type,
    group: 'Registrations and attendance',
    summary,
    on: placesChanged,
    data: place,
    example: { studentId: EXAMPLE_STUDENT, sessionId: EXAMPLE_SESSION },
    read: (scope, { changes }) => {
      const facts = changes
        .filter(({ kind }) => kinds.includes(kind))
        .flatMap(({ sessionId, studentIds }) => studentIds.map((studentId) => ({ studentId, sessionId })))
      return itemsOfStudents(scope, facts, (fact) => fact)
    },
  })

const mark = z.object({
  ...place.shape,
  meetingId: z.uuid().describe('Id of the day of the session.'),
  attendance: attendance.nullable().describe('null where attendance was taken back.'),
  markedAt: z.iso.datetime().describe('When it was marked.'),
})

export const rosterWebhooks = [
  placeWebhook(
    'registration.created',
    ['registered', 'promoted'],
    'A student was registered for a session, or moved up from its waitlist.',
  ),
  placeWebhook('registration.waitlisted', ['waitlisted'], 'A student was put on the waitlist of a session.'),
  placeWebhook(
    'registration.removed',
    ['removed', 'declined'],
    'A student was removed from a session, or the family declined the spot.',
  ),
  defineWebhookEvent({
    type: 'attendance.marked',
    group: 'Registrations and attendance',
    summary: 'Attendance of a student was marked or changed, on the roster or at the door.',
    on: attendanceMarked,
    data: mark,
    example: {
      studentId: EXAMPLE_STUDENT,
      sessionId: EXAMPLE_SESSION,
      meetingId: '0199b2a0-7e30-7b52-9f6c-a4d1e5f60718',
      attendance: 'present',
      markedAt: '2026-09-14T16:05:00.000Z',
    },
    read: (scope, { sessionId, meetingId, marks }) =>
      itemsOfStudents(scope, marks, ({ studentId, mark: given, markedAt }) => ({
        studentId,
        sessionId,
        meetingId,
        attendance: given,
        markedAt,
      })),
  }),
]
