import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { dateTime, id, instant, line, requiredText, text, timeZone } from '#core/contract/fields.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'

export const sessionStatuses = ['scheduled', 'in-progress', 'completed', 'cancelled'] as const
export const sessionStatus = z.enum(sessionStatuses, 'Please select a status')
export type SessionStatus = z.infer<typeof sessionStatus>

/** Where a session may go from each status: forward, or cancelled while it is not over. */
export const sessionTransitions: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  scheduled: ['in-progress', 'cancelled'],
  'in-progress': ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

export const session = z.object({
  id,
  name: z.string(),
  description: z.string(),
  projectId: id.nullable(),
  instructorId: id.nullable(),
  instructorName: z.string().nullable(),
  /** null: as many as want to come. */
  maxParticipants: z.number().int().nullable(),
  /** Everyone with a place: neither waiting for one nor signed off. */
  currentParticipants: z.number().int(),
  location: z.string(),
  startDate: instant,
  endDate: instant,
  status: sessionStatus,
  createdAt: instant,
  updatedAt: instant,
})
export type Session = z.infer<typeof session>

const sessionInstant = dateTime('Choose a date and time').refine(
  (value) => Date.parse(value) >= Date.UTC(2000) && Date.parse(value) < Date.UTC(2100),
  'Between 2000 and 2099',
)

const sessionFields = {
  name: requiredText(200, 'Session name is required'),
  description: text(5000),
  projectId: id.nullable(),
  instructorId: id.nullable(),
  startDate: sessionInstant,
  endDate: sessionInstant,
  maxParticipants: z
    .number('Not a number')
    .int('Not a whole number')
    .min(1, 'At least 1')
    .max(100_000, 'At most 100000')
    .nullable(),
  location: line(200),
  status: sessionStatus,
}

export const END_AFTER_START = 'End must be after the start'

const endsAfterItStarts = ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }) =>
  startDate === undefined || endDate === undefined || Date.parse(endDate) > Date.parse(startDate)

export const newSession = z
  .object({
    ...sessionFields,
    description: sessionFields.description.default(''),
    projectId: sessionFields.projectId.default(null),
    instructorId: sessionFields.instructorId.default(null),
    maxParticipants: sessionFields.maxParticipants.default(20),
    location: sessionFields.location.default(''),
    status: sessionFields.status.default('scheduled'),
  })
  .refine(endsAfterItStarts, { message: END_AFTER_START, path: ['endDate'] })
export type NewSession = z.output<typeof newSession>

/** Only what is sent changes. With `updatedAt` as it was read, a change by somebody else in between is a conflict. */
export const sessionChange = z
  .object({ ...sessionFields, updatedAt: instant })
  .partial()
  .refine(endsAfterItStarts, { message: END_AFTER_START, path: ['endDate'] })
export type SessionChange = z.output<typeof sessionChange>

/** `upcoming`: not begun, soonest first. `past`: over, latest first. */
export const sessionTimes = ['upcoming', 'past'] as const

export const instructor = z.object({ id, name: z.string(), email: z.string() })
export type Instructor = z.infer<typeof instructor>

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
  /** In progress. */
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

/** What an organization's admin decides about it. */
export const organizationSettings = z.object({
  name: z.string(),
  timeZone: z.string(),
  /** `#rrggbb`; null is the platform's own. */
  accentColor: z.string().nullable(),
  logoUrl: z.string().nullable(),
  updatedAt: instant,
})
export type OrganizationSettings = z.infer<typeof organizationSettings>

/** Only what is sent changes. With `updatedAt` as it was read, a change by somebody else in between is a conflict. */
export const organizationSettingsChange = z
  .object({
    name: requiredText(200, 'Organization name is required'),
    /** IANA zone in which the organization reads its times. */
    timeZone: timeZone,
    accentColor: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'Use a colour like #4f46e5')
      .nullable(),
    /** As the upload of an image answered it. */
    logoUrl: z
      .string()
      .regex(/^\/api\/images\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Upload the logo here')
      .nullable(),
    updatedAt: instant,
  })
  .partial()
export type OrganizationSettingsChange = z.output<typeof organizationSettingsChange>

const staff = { who: ['superadmin', 'tenant_admin', 'instructor'], hosts: 'both', scope: 'tenant' } as const
const admins = { ...staff, who: ['superadmin', 'tenant_admin'] } as const
const staffAndParents = { ...staff, who: [...staff.who, 'parent'] } as const

export const tenantAppContract = {
  listSessions: endpoint({
    method: 'GET',
    path: '/api/sessions',
    summary: 'Sessions of the organization, the latest start first',
    access: staff,
    query: searchQuery.extend({ status: sessionStatus.optional(), when: z.enum(sessionTimes).optional() }),
    response: z.array(session),
  }),
  createSession: endpoint({
    method: 'POST',
    path: '/api/sessions',
    status: 201,
    summary: 'Schedule a session',
    access: staff,
    body: newSession,
    response: session,
  }),
  getSession: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}',
    summary: 'One session',
    access: staff,
    params: z.object({ id }),
    response: session,
  }),
  updateSession: endpoint({
    method: 'PUT',
    path: '/api/sessions/{id}',
    summary: 'Change a session, or move it on: scheduled, in progress, completed, or cancelled before that',
    access: staff,
    params: z.object({ id }),
    body: sessionChange,
    response: session,
  }),
  listInstructors: endpoint({
    method: 'GET',
    path: '/api/instructors',
    summary: 'Who can teach here: active instructors and admins of the organization, by name, 50 unless said otherwise',
    access: staff,
    query: searchQuery,
    response: z.array(instructor),
  }),
  dashboardStats: endpoint({
    method: 'GET',
    path: '/api/tenant/dashboard/stats',
    summary: 'Figures of the dashboard on an organization’s host',
    access: staffAndParents,
    response: dashboardStats,
  }),
  dashboardPanels: endpoint({
    method: 'GET',
    path: '/api/tenant/dashboard/panels',
    summary: 'The five sessions nearest to now and the five newest active challenges; for parents, their children’s',
    access: staffAndParents,
    response: z.object({ recentSessions: z.array(dashboardSession), activeChallenges: z.array(dashboardChallenge) }),
  }),
  tenantStats: endpoint({
    method: 'GET',
    path: '/api/tenant/stats',
    summary: 'Figures of the organization’s dashboard on the platform',
    access: staff,
    response: tenantStats,
  }),
  listActivity: endpoint({
    method: 'GET',
    path: '/api/tenant/activity',
    summary:
      'What happened in the organization, newest first, 20 unless said otherwise; for parents, to their children',
    access: staffAndParents,
    query: pagingQuery,
    response: z.array(activity),
  }),
  timeZone: endpoint({
    method: 'GET',
    path: '/api/tenant/time-zone',
    summary: 'The zone in which the organization reads its times',
    access: { ...staff, who: 'signed-in' },
    response: z.object({ timeZone: z.string() }),
  }),
  organizationSettings: endpoint({
    method: 'GET',
    path: '/api/tenant/settings',
    summary: 'Name, time zone and branding of the organization',
    access: admins,
    response: organizationSettings,
  }),
  updateOrganizationSettings: endpoint({
    method: 'PUT',
    path: '/api/tenant/settings',
    summary: 'Change name, time zone or branding of the organization',
    access: admins,
    body: organizationSettingsChange,
    response: organizationSettings,
  }),
} as const
