import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { guardians } from '../../base/families/contract.ts'
import { attendance } from '../rosters/contract.ts'
import { session } from '../sessions/contract.ts'

/** Maximum number of days in one absence report, and of days ahead. */
export const MAX_DAYS = 366

/** An absence reported by a guardian: from one session or a day of it, or from all sessions of some days. */
export const absence = z.object({
  id,
  sessionId: id.nullable(),
  /** One day of the session; null for all of them. */
  meetingId: id.nullable(),
  /** First day in the organization's calendar: `2026-03-29`. */
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
  reason: z.string(),
  reportedBy: z.string(),
  reportedAt: instant,
})
export type Absence = z.infer<typeof absence>

/** A day of a session that is not over. */
const childDay = z.object({
  meetingId: id,
  startsAt: instant,
  endsAt: instant,
  /** True if its absence can be reported: it has not begun and is not canceled. */
  isOpen: z.boolean(),
  /** Report that excuses the child that day; null without one. */
  absence: absence.nullable(),
})
export type ChildDay = z.infer<typeof childDay>

/** A child's session that is not over, for guardians. */
export const childSession = session
  .pick({ id: true, name: true, location: true, startDate: true, endDate: true, status: true })
  .extend({
    instructorName: z.string().nullable(),
    place: z.enum(['registered', 'waitlisted']),
    /** Position from 1; null unless waitlisted. */
    waitingPosition: z.number().int().nullable(),
    /** True if the child got a place from the waitlist, and no guardian has accepted or declined it yet. */
    isAnswerAwaited: z.boolean(),
    /** Guardian who accepted the place. */
    acceptedBy: z.string().nullable(),
    attendance: attendance.nullable(),
    /** True if absences can be reported and the place declined: it has not begun and is not canceled. */
    isOpen: z.boolean(),
    /** Report that excuses the child; null without one. */
    absence: absence.nullable(),
    /** Days in order; one for a one-day session. */
    days: z.array(childDay),
  })
export type ChildSession = z.infer<typeof childSession>

const day = z.iso.date('Not a valid date')

export const newAbsence = z
  .object({
    sessionId: id.nullable().default(null),
    /** A day of a session of several, which may have begun. */
    meetingId: id.nullable().default(null),
    fromDay: day.nullable().default(null),
    toDay: day.nullable().default(null),
    reason: text(500).default(''),
  })
  .refine(({ sessionId, fromDay }) => sessionId !== null || fromDay !== null, {
    message: 'Choose the first day',
    path: ['fromDay'],
  })
  .refine(({ sessionId, toDay }) => sessionId !== null || toDay !== null, {
    message: 'Choose the last day',
    path: ['toDay'],
  })
  .refine(({ sessionId, fromDay, toDay }) => sessionId === null || (fromDay === null && toDay === null), {
    message: 'Choose a session or days, not both',
    path: ['sessionId'],
  })
  .refine(({ sessionId, meetingId }) => meetingId === null || sessionId !== null, {
    message: 'Name the session of this day',
    path: ['meetingId'],
  })
  .refine(({ fromDay, toDay }) => fromDay === null || toDay === null || toDay >= fromDay, {
    message: 'Before the first day',
    path: ['toDay'],
  })
export type NewAbsence = z.output<typeof newAbsence>

export const placeAnswer = z.object({ answer: z.enum(['accept', 'decline'], 'Please choose an answer') })
export type PlaceAnswer = z.output<typeof placeAnswer>['answer']

const childParams = z.object({ id })

export const noticesContract = {
  listChildSessions: endpoint({
    method: 'GET',
    path: '/api/children/{id}/sessions',
    summary: 'Sessions of a child that are not over, the next first, with place and absence; 25 unless said otherwise',
    access: guardians,
    params: childParams,
    query: pagingQuery,
    response: z.array(childSession),
  }),
  listAbsences: endpoint({
    method: 'GET',
    path: '/api/children/{id}/absences',
    summary: 'Absences of a child that are reported for today or later, the next first; 25 unless said otherwise',
    access: guardians,
    params: childParams,
    query: pagingQuery,
    response: z.array(absence),
  }),
  reportAbsence: endpoint({
    method: 'POST',
    path: '/api/children/{id}/absences',
    status: 201,
    summary:
      'Report that a child will not come: to one session that has not begun, to a day of it, or to all sessions of some days',
    audit: 'absence.reported',
    access: { ...guardians, whileReadOnly: true },
    params: childParams,
    body: newAbsence,
    response: absence,
  }),
  takeBackAbsence: endpoint({
    method: 'DELETE',
    path: '/api/children/{id}/absences/{absenceId}',
    summary: 'Take a reported absence back; sessions that have begun stay excused',
    audit: 'absence.taken-back',
    access: { ...guardians, whileReadOnly: true },
    params: z.object({ id, absenceId: id }),
    response: 'none',
  }),
  answerPlace: endpoint({
    method: 'POST',
    path: '/api/children/{id}/sessions/{sessionId}/place',
    summary: 'Say that a child comes to a session, or decline its place, which then goes to who waits first',
    audit: ['session.place-accepted', 'session.place-declined'],
    unaudited: 'Where the same was said before, nothing is changed',
    access: guardians,
    params: z.object({ id, sessionId: id }),
    body: placeAnswer,
    response: 'none',
  }),
} as const
