import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { figureRow } from '../../contract.ts'
import { attendance } from '../../scheduling/rosters/contract.ts'
import { sessionStatus } from '../../scheduling/sessions/contract.ts'

/** A session of today or later that a child has a place in, or has asked for one. */
export const place = z.object({
  id,
  sessionId: id,
  name: z.string(),
  startDate: instant,
  endDate: instant,
  location: z.string(),
  instructorName: z.string().nullable(),
  sessionStatus,
  status: z.enum(['registered', 'waitlisted', 'declined']),
  /** From 1; null for who does not wait. */
  waitingPosition: z.number().int().nullable(),
  /** It was given after waiting, and nobody has said yet whether the child comes. */
  isAnswerAwaited: z.boolean(),
  /** It takes place and has not begun: absences can be reported, and the place declined. */
  isOpen: z.boolean(),
  /** A day is to come of which no absence is reported: it can be. */
  isReportable: z.boolean(),
  /** A guardian has reported that the child does not come. */
  isAbsenceReported: z.boolean(),
  /** It is going on today, or was, by the organization's calendar. */
  isToday: z.boolean(),
  /** Time of that day before it was moved; null where it was not. */
  formerStart: instant.nullable(),
  formerEnd: instant.nullable(),
  /** Place of the session before it was moved; empty where it was not. */
  formerLocation: z.string(),
  /** True where the day is over and the child has not left yet by the log of the door. */
  isStillHere: z.boolean(),
  attendance: attendance.nullable(),
  arrivedAt: instant.nullable(),
  leftAt: instant.nullable(),
  /** Empty to students. */
  collectedBy: z.string(),
})
export type Place = z.infer<typeof place>

/** Activity of a child: a session with a mark, a score, or what its instructor wrote of a day. */
export const deed = z.object({
  id,
  kind: z.enum(['session', 'score', 'summary']),
  /** Name of the session or the challenge. */
  name: z.string(),
  /** The session of a score. */
  sessionName: z.string().nullable(),
  at: instant,
  attendance: attendance.nullable(),
  /** Earned in the session. */
  points: z.number().int().nullable(),
  score: z.number().int().nullable(),
  maxScore: z.number().int().nullable(),
  /** Words to the child about a session or a score, or a summary to all families. */
  feedback: z.string(),
})
export type Deed = z.infer<typeof deed>

export const ownFigures = z.object({
  /** Per cent of what could be scored, rounded; 0 without scores. */
  overallProgress: z.number().int(),
  /** Present or late in this calendar month, in the organization's time zone. */
  sessionsAttended: z.number().int(),
  /** With a score. */
  challengesCompleted: z.number().int(),
  totalPoints: z.number().int(),
})

/** Open tasks of guardians; students have none. */
const toDo = z.object({
  /** Whose answer is missing, has ended or is about to end. */
  consents: z.number().int(),
  /** Something of it was last checked a year ago. */
  isHealthDue: z.boolean(),
  /** Shared incidents that the guardian has not acknowledged. */
  incidents: z.number().int(),
})

export const overview = z.object({
  studentId: id,
  firstName: z.string(),
  figures: ownFigures,
  /** The soonest first. */
  places: z.array(place),
  /** The latest first. */
  deeds: z.array(deed),
  toDo,
})
export type Overview = z.infer<typeof overview>

/** Access of guardians to their children, of students to themselves, and of super admins who pick a child. */
const familyAccess = { who: ['parent', 'student'], hosts: 'tenant', scope: 'tenant' } as const

const rowsOfChild = <const Path extends `/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access: familyAccess,
    params: z.object({ id }),
    query: pagingQuery,
    response: z.array(figureRow),
  })

export const ownPageContract = {
  listOverviews: endpoint({
    method: 'GET',
    path: '/api/children/overviews',
    summary:
      'What comes next for a child, whether it was there, what it did and what its guardians have to do; of each child that the caller sees, or the one that is named',
    access: familyAccess,
    query: z.object({ child: id.optional() }),
    response: z.array(overview),
  }),
  overallProgressRows: rowsOfChild(
    '/api/children/{id}/figures/scores',
    'The scores that a child’s overall progress is the mean of, newest first',
  ),
  sessionsAttendedRows: rowsOfChild(
    '/api/children/{id}/figures/attended',
    'The sessions of this month in which a child was present or late, the latest first',
  ),
  challengesCompletedRows: rowsOfChild(
    '/api/children/{id}/figures/challenges',
    'The challenges in which a child has a score, newest first',
  ),
} as const
