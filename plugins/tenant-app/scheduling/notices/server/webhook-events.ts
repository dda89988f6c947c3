import { z } from 'zod'
import { defineWebhookEvent } from '#core/server/webhooks/webhook-events.ts'
import {
  EXAMPLE_SESSION,
  EXAMPLE_STUDENT,
  itemsOfStudents,
  studentFields,
} from '../../../shared/server/webhook-students.ts'
import { absenceReported } from './events.ts'

const data = z.object({
  ...studentFields,
  absenceId: z.uuid().describe('Id of the report.'),
  sessionId: z.uuid().nullable().describe('Id of the session; null for all sessions of the days.'),
  meetingId: z.uuid().nullable().describe('Id of the day of the session; null for all of its days.'),
  fromDay: z.iso.date().nullable().describe('First day; null for a session.'),
  toDay: z.iso.date().nullable().describe('Last day; null for a session.'),
})

const absenceWebhook = (type: string, reacted: 'reported' | 'taken-back', summary: string) =>
  defineWebhookEvent({
    type,
    group: 'Registrations and attendance',
    summary,
    on: absenceReported,
    data,
    example: {
      studentId: EXAMPLE_STUDENT,
      absenceId: '0199b2a0-8f41-7c63-a07d-b5e2f6071829',
      sessionId: EXAMPLE_SESSION,
      meetingId: null,
      fromDay: null,
      toDay: null,
    },
    read: async (scope, { act, ...report }) =>
      act === reacted ? itemsOfStudents(scope, [report], (fact) => fact) : [],
  })

export const absenceWebhooks = [
  absenceWebhook('absence.reported', 'reported', 'A guardian reported an absence. The reason is not sent.'),
  absenceWebhook('absence.withdrawn', 'taken-back', 'A guardian took back a reported absence.'),
]
