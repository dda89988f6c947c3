import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { staff } from '../../contract.ts'
import { checkEnd, newSessionFields, plannedFields, session, sessionStatus } from './contract.ts'

const meetingStatuses = ['planned', 'cancelled', 'closed'] as const

/** Maximum number of days of a session. */
export const MAX_MEETINGS = 60
/** Maximum number of hours of one day of a session. */
export const MAX_MEETING_HOURS = 24

/** A day on which a session takes place; a one-day session has one. */
export const meeting = z.object({
  id,
  /** Day in the organization's zone. */
  day: z.string(),
  startsAt: instant,
  endsAt: instant,
  status: z.enum(meetingStatuses),
  /** Instructor of this day only; null for the session's. */
  instructorId: id.nullable(),
  /** Name of the instructor who leads the day. */
  instructorName: z.string().nullable(),
  /** Minutes that count for a day with a night; null where students go home. */
  programMinutes: z.number().int().nullable(),
  /** True for the default day of attendance: today's, else the next, else the last. */
  isCurrent: z.boolean(),
  updatedAt: instant,
})
export type Meeting = z.infer<typeof meeting>

const dayFields = {
  startsAt: plannedFields.startDate,
  endsAt: plannedFields.endDate,
  instructorId: id.nullable().default(null),
  programMinutes: z
    .number('Not a number')
    .int('Not a whole number')
    .min(0, 'At least 0')
    .max(1440, 'At most 24 hours')
    .nullable()
    .default(null),
}

/** Validates the end of a day in a form or call. */
function checkDayEnd(
  { startsAt, endsAt }: { startsAt?: string | undefined; endsAt?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (!startsAt || !endsAt) return
  const hours = (Date.parse(endsAt) - Date.parse(startsAt)) / 3_600_000
  if (hours > 0 && hours <= MAX_MEETING_HOURS + 1) return
  const message = hours > 0 ? `At most ${MAX_MEETING_HOURS} hours after the start` : 'End must be after the start'
  context.addIssue({ code: 'custom', message, path: ['endsAt'] })
}

export const newMeeting = z.object(dayFields).superRefine(checkDayEnd)
export type NewMeeting = z.output<typeof newMeeting>

/** A day being edited, with its program in hours. */
export const dayForm = z
  .object({
    startsAt: dayFields.startsAt,
    endsAt: dayFields.endsAt,
    instructorId: id.nullable(),
    programHours: z.number('Not a number').min(0, 'At least 0').max(24, 'At most 24').nullable(),
  })
  .superRefine(checkDayEnd)

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const meetingChange = z
  .object({
    startsAt: dayFields.startsAt,
    endsAt: dayFields.endsAt,
    instructorId: id.nullable(),
    programMinutes: dayFields.programMinutes.unwrap(),
    status: z.enum(['planned', 'cancelled']),
    updatedAt: instant,
  })
  .partial()
  .superRefine(checkDayEnd)
export type MeetingChange = z.output<typeof meetingChange>

/** A day between the start and the end of a session, and whether it meets by default. */
export const plannedDay = z.object({
  day: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** False for weekends between and for closed days. */
  isPreselected: z.boolean(),
  /** Reason why the organization is closed that day; null while it is open. */
  closedFor: z.string().nullable(),
})
export type PlannedDay = z.infer<typeof plannedDay>

const { startDate: _start, endDate: _end, ...withoutTimes } = newSessionFields

const newSessionOfDays = z.object({
  ...withoutTimes,
  status: sessionStatus.default('scheduled'),
  meetings: z.array(newMeeting).min(1, 'Choose a day').max(MAX_MEETINGS, `At most ${MAX_MEETINGS} days`),
})
export type NewSessionOfDays = z.output<typeof newSessionOfDays>

export const meetingsContract = {
  planDays: endpoint({
    method: 'POST',
    path: '/api/meetings/plan',
    summary: 'The days between the start and the end of a planned session, and on which of them it would meet',
    unaudited: 'Nothing is changed',
    access: staff,
    body: z
      .object({
        startDate: plannedFields.startDate,
        endDate: plannedFields.endDate,
        /** True for days from midnight to midnight, with the nights between. */
        isOvernight: z.boolean().default(false),
      })
      .superRefine(checkEnd),
    response: z.array(plannedDay),
  }),
  createSessionOfDays: endpoint({
    method: 'POST',
    path: '/api/meetings/sessions',
    status: 201,
    summary: 'Schedule a session on days of its own, from the start of the first to the end of the last',
    audit: ['session.created', 'project.earmarked'],
    access: staff,
    bodyLimit: 65_536,
    body: newSessionOfDays,
    response: session,
  }),
  listMeetings: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/meetings',
    summary: 'The meetings of a session, in order',
    access: staff,
    params: z.object({ id }),
    response: z.array(meeting),
  }),
  addMeeting: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/meetings',
    status: 201,
    summary: 'Add a day to a session; families of its students are notified of a day to come',
    audit: 'meeting.added',
    access: staff,
    params: z.object({ id }),
    body: newMeeting,
    response: meeting,
  }),
  updateMeeting: endpoint({
    method: 'PUT',
    path: '/api/sessions/{id}/meetings/{meetingId}',
    summary: 'Change or cancel one day of a session; families are notified of another time and of a canceled day',
    audit: 'meeting.updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    params: z.object({ id, meetingId: id }),
    body: meetingChange,
    response: meeting,
  }),
} as const
