import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'

export const participationStatuses = [
  'registered',
  'waitlisted',
  'present',
  'late',
  'absent',
  'excused',
  'cancelled',
  'declined',
] as const
export type ParticipationStatus = (typeof participationStatuses)[number]

/** Kinds of participation: attended (present or late), and missed (absent or excused). */
export const attendanceKinds = ['attended', 'missed'] as const
export type AttendanceKind = (typeof attendanceKinds)[number]

const nextSession = z.object({ id, name: z.string(), startDate: instant, endDate: instant, location: z.string() })

export const studentProgress = z.object({
  sessionsAttended: z.number().int(),
  sessionsMissed: z.number().int(),
  /** Meetings with attendance present or late: each day of a session counts. */
  daysAttended: z.number().int(),
  scores: z.number().int(),
  /** Percent of all scored work, rounded; 0 without scores. */
  averageScore: z.number().int(),
  totalPoints: z.number().int(),
  /** Next session in which the student has a place, not over and without attendance. */
  nextSession: nextSession.nullable(),
})
export type StudentProgress = z.infer<typeof studentProgress>

export const participation = z.object({
  id,
  sessionName: z.string(),
  startDate: instant,
  endDate: instant,
  location: z.string(),
  status: z.enum(participationStatuses),
  pointsEarned: z.number().int(),
  feedback: z.string(),
})
export type Participation = z.infer<typeof participation>

export const studentScore = z.object({
  id,
  challengeTitle: z.string().nullable(),
  sessionName: z.string().nullable(),
  score: z.number().int(),
  maxScore: z.number().int(),
  feedback: z.string(),
  completedAt: instant,
})
export type StudentScore = z.infer<typeof studentScore>

/** Fields with a history; health, guardians and consents have their own records. */
export const historyFields = ['firstName', 'lastName', 'dateOfBirth', 'grade', 'isActive'] as const

/** Value of a field; a student's status is `active` or `inactive`. */
const value = z.string().nullable()

export const studentEvent = z.object({
  id,
  kind: z.enum(['added', 'changed']),
  changes: z.array(z.object({ field: z.enum(historyFields), before: value, after: value })),
  /** null for the platform itself. */
  actorName: z.string().nullable(),
  occurredAt: instant,
})
export type StudentEvent = z.infer<typeof studentEvent>

const params = z.object({ id })

/** Endpoints of a student's page. */
export const progressContract = {
  studentProgress: endpoint({
    method: 'GET',
    path: '/api/students/{id}/progress',
    summary: 'What a student has attended and scored, and the next session',
    access: staff,
    params,
    response: studentProgress,
  }),
  listAttendance: endpoint({
    method: 'GET',
    path: '/api/students/{id}/attendance',
    summary: 'Sessions that a student has asked for a place in, the latest start first',
    access: staff,
    params,
    query: pagingQuery.extend({ kind: z.enum(attendanceKinds).optional() }),
    response: z.array(participation),
  }),
  listScores: endpoint({
    method: 'GET',
    path: '/api/students/{id}/scores',
    summary: 'A student’s scores, newest first',
    access: staff,
    params,
    query: pagingQuery,
    response: z.array(studentScore),
  }),
  listHistory: endpoint({
    method: 'GET',
    path: '/api/students/{id}/history',
    summary: 'What was changed of a student and by whom, newest first',
    access: admins,
    params,
    query: pagingQuery,
    response: z.array(studentEvent),
  }),
} as const
