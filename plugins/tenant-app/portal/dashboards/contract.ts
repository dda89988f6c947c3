import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { growingQuery } from '#core/contract/paging.ts'
import { admins, figureRows, staff, staffAndParents } from '../../contract.ts'
import { session } from '../../scheduling/sessions/contract.ts'

/** Counted for the organization, or for parents of their own children. */
export const dashboardStats = z.object({
  totalSessions: z.number().int(),
  /** Switched on. */
  activeChallenges: z.number().int(),
  totalStudents: z.number().int(),
  /** Per cent of what could be scored, rounded; 0 without scores. */
  avgScore: z.number().int(),
})

export const tenantStats = z.object({
  totalStudents: z.number().int(),
  /** In progress by the clock. */
  activeSessions: z.number().int(),
  /** Scores of this calendar month in the organization's time zone. */
  completedChallenges: z.number().int(),
  /** Scheduled from now to the end of Sunday in the organization's time zone. */
  upcomingSessions: z.number().int(),
})

export const dashboardSession = session.pick({
  id: true,
  name: true,
  startDate: true,
  endDate: true,
  status: true,
  location: true,
  maxParticipants: true,
  currentParticipants: true,
})
export type DashboardSession = z.infer<typeof dashboardSession>

/** Events of 30 days, oldest first, and their number in the 30 days before. */
const happened = z.object({ days: z.array(z.number().int()), before: z.number().int() })

export const tenantTrends = z.object({
  /** Number of students on each day, the last one now; students who were deleted since are not in it. */
  students: z.array(z.number().int()),
  /** Sessions that have begun, cancelled ones left out. */
  sessions: happened,
  /** Scores that were given. */
  scores: happened,
})
export type TenantTrends = z.infer<typeof tenantTrends>

const attentionKinds = [
  'attendance',
  'alert',
  'health',
  'waiting',
  'consent',
  'erasure',
  'judging',
  'name',
  'bounced',
] as const

/** Something that waits to be done. */
export const attention = z.object({
  kind: z.enum(attentionKinds),
  /** Id of the session, student, consent, request or challenge, or of the person to rename. */
  id,
  name: z.string(),
  /** Day of the session whose attendance is not taken. */
  meetingId: id.optional(),
  /** Start of the session, time of the proposal or request, or the day by which it has to be answered. */
  at: instant.nullable(),
  /** Students who are not marked, wait or are to be judged, proposals, or answers that are waited for. */
  count: z.number().int(),
})
export type Attention = z.infer<typeof attention>

const difficulties = ['beginner', 'intermediate', 'advanced'] as const

export const dashboardChallenge = z.object({
  id,
  title: z.string(),
  difficultyLevel: z.enum(difficulties),
  maxScore: z.number().int(),
  sessionName: z.string().nullable(),
  /** Students with a score. */
  completions: z.number().int(),
})
export type DashboardChallenge = z.infer<typeof dashboardChallenge>

const activityKinds = [
  'session-created',
  'session-changed',
  'student-added',
  'challenge-created',
  'challenge-scored',
] as const

export const activity = z.object({
  id,
  kind: z.enum(activityKinds),
  summary: z.string(),
  /** null when the platform did it by itself. */
  actorName: z.string().nullable(),
  occurredAt: instant,
})
export type Activity = z.infer<typeof activity>

export const dashboardsContract = {
  dashboardStats: endpoint({
    method: 'GET',
    path: '/api/tenant/dashboard/stats',
    summary: 'Figures of the dashboard on an organization’s host',
    access: staffAndParents,
    response: dashboardStats,
  }),
  totalSessionsRows: figureRows(
    '/api/tenant/dashboard/stats/sessions',
    staffAndParents,
    'The sessions that Total Sessions counts, the latest first',
  ),
  activeChallengesRows: figureRows(
    '/api/tenant/dashboard/stats/challenges',
    staffAndParents,
    'The challenges that Active Challenges counts',
  ),
  totalStudentsRows: figureRows(
    '/api/tenant/dashboard/stats/students',
    staffAndParents,
    'The students whom Total Students counts',
  ),
  avgScoreRows: figureRows(
    '/api/tenant/dashboard/stats/scores',
    staffAndParents,
    'The scores that Average Score is the mean of, newest first',
  ),
  dashboardPanels: endpoint({
    method: 'GET',
    path: '/api/tenant/dashboard/panels',
    summary:
      'What is going on and comes next, the five sessions that were last, and the five newest active challenges; for parents, their children’s; what comes next for instructors, of the sessions that they lead',
    access: staffAndParents,
    response: z.object({
      nextSessions: z.array(dashboardSession),
      recentSessions: z.array(dashboardSession),
      activeChallenges: z.array(dashboardChallenge),
    }),
  }),
  listAttention: endpoint({
    method: 'GET',
    path: '/api/tenant/dashboard/attention',
    summary: 'What waits to be done, the most urgent first, ten of each kind; instructors see their own sessions',
    access: staff,
    response: z.array(attention),
  }),
  tenantStats: endpoint({
    method: 'GET',
    path: '/api/tenant/stats',
    summary: 'Figures of the organization’s dashboard on the platform',
    access: staff,
    response: tenantStats,
  }),
  activeSessionsRows: figureRows(
    '/api/tenant/stats/active-sessions',
    staff,
    'The sessions that Active Sessions counts, the latest first',
  ),
  completedChallengesRows: figureRows(
    '/api/tenant/stats/completed-challenges',
    staff,
    'The scores that Completed Challenges counts, newest first',
  ),
  upcomingSessionsRows: figureRows(
    '/api/tenant/stats/upcoming-sessions',
    staff,
    'The sessions that Upcoming Sessions counts, the latest first',
  ),
  tenantTrends: endpoint({
    method: 'GET',
    path: '/api/tenant/dashboard/trends',
    summary: 'How students, sessions and scores of the organization went over the last 30 days',
    access: admins,
    response: tenantTrends,
  }),
  listActivity: endpoint({
    method: 'GET',
    path: '/api/tenant/activity',
    summary:
      'What happened in the organization, newest first, 20 unless said otherwise; for parents, to their children',
    access: staffAndParents,
    query: growingQuery,
    response: z.array(activity),
  }),
} as const
