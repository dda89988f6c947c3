import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { staff } from '../../contract.ts'
import {
  checkEnd,
  checkTermEnd,
  newSessionFields,
  plannedFields,
  session,
  sessionStatus,
} from '../sessions/contract.ts'

/** Days in the order of the week, named as in RFC 5545. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

/** Maximum number of sessions of a series, from the first day of its rule. */
export const MAX_SESSIONS = 200

export const calendarDay = z.iso
  .date('Choose a day')
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Between 2000 and 2099')

export const repeat = z
  .object({
    days: z
      .array(z.enum(weekdays))
      .min(1, 'Choose a day of the week')
      .max(7)
      .transform((days) => weekdays.filter((day) => days.includes(day))),
    everyWeeks: z
      .number('Not a number')
      .int('Not a whole number')
      .min(1, 'At least 1')
      .max(12, 'At most 12')
      .default(1),
    /** Last possible day; null where `count` ends the series. */
    lastDay: calendarDay.nullable().default(null),
    count: z
      .number('Not a number')
      .int('Not a whole number')
      .min(1, 'At least 1')
      .max(MAX_SESSIONS, `At most ${MAX_SESSIONS}`)
      .nullable()
      .default(null),
  })
  .superRefine(({ lastDay, count }, context) => {
    if ((lastDay === null) !== (count === null)) return
    context.addIssue({ code: 'custom', message: 'Choose a last day or a number of sessions', path: ['lastDay'] })
  })
export type Repeat = z.output<typeof repeat>

/** Another session at the same time with the same instructor or in the same place. */
const clash = z.object({
  kind: z.enum(['instructor', 'place']),
  name: z.string(),
  startDate: instant,
  endDate: instant,
})
export type Clash = z.infer<typeof clash>

/** Number of clashes listed for a planned session. */
export const MAX_CLASHES = 5

/** A session as saving would leave it. */
const plannedSession = z.object({
  startDate: instant,
  endDate: instant,
  /** Reason why the organization is closed that day; null while it is open. */
  closedFor: z.string().nullable(),
  /** First clashes, with the instructor's before those of the place, and their number. */
  clashes: z.array(clash).max(MAX_CLASHES),
  clashCount: z.number().int(),
})
export type PlannedSession = z.infer<typeof plannedSession>

const plan = z.object({
  sessions: z.array(plannedSession).max(MAX_SESSIONS),
  /** Local times in the organization's zone, as `2027-03-14T02:30`, that daylight saving skips on that day. */
  nonexistent: z.array(z.string()),
})
export type Plan = z.infer<typeof plan>

/** Checks the end: sessions of a series have the usual maximum; one session with its own days may last a year. */
const checkPlanEnd = (plan: Parameters<typeof checkEnd>[0] & { repeat: unknown }, context: z.RefinementCtx): void =>
  (plan.repeat === null ? checkTermEnd : checkEnd)(plan, context)

const askedPlan = z
  .object({
    startDate: plannedFields.startDate,
    endDate: plannedFields.endDate,
    instructorId: newSessionFields.instructorId,
    location: newSessionFields.location,
    repeat: repeat.nullable().default(null),
    /** Id of the session being changed, which does not clash with itself. */
    sessionId: id.nullable().default(null),
  })
  .superRefine(checkPlanEnd)
export type AskedPlan = z.output<typeof askedPlan>

export const series = z.object({
  id,
  name: z.string(),
  timeZone: z.string(),
  /** Rule from the next session on, always with `lastDay`; `count` is null. */
  repeat,
  /** Number of sessions without canceled ones, and of upcoming ones. */
  sessions: z.number().int(),
  upcoming: z.number().int(),
  /** Number of upcoming sessions with their own fields, which stay when the series changes. */
  detached: z.number().int(),
  previousSeriesId: id.nullable(),
  updatedAt: instant,
})
export type Series = z.infer<typeof series>

export const newSeries = z.object({ ...newSessionFields, repeat }).superRefine(checkEnd)
export type NewSeries = z.output<typeof newSeries>

/** Plan from the form: a session, perhaps of several days, or with `repeat` a series or a term. */
export const newPlan = z
  .object({
    ...newSessionFields,
    status: sessionStatus.default('scheduled'),
    repeat: repeat.nullable().default(null),
    /** True for one session that meets on all dates of `repeat`: a student registers once for all of them. */
    isTerm: z.boolean().default(false),
    /** Days of a session of several days; null for the preselected ones. */
    days: z.array(calendarDay).min(1, 'Choose a day').nullable().default(null),
    /** Program hours of a day for students who stay overnight; null where they go home. */
    programHours: z.number('Not a number').min(0, 'At least 0').max(24, 'At most 24').nullable().default(null),
  })
  .superRefine(checkEnd)
export type NewPlan = z.output<typeof newPlan>

/** Changes of a session, and perhaps of its series. */
export const changedPlan = z
  .object({ ...plannedFields, status: sessionStatus, repeat: repeat.nullable() })
  .superRefine(checkPlanEnd)
export type ChangedPlan = z.output<typeof changedPlan>

const plannedSeries = z.object({
  seriesId: id,
  sessions: z.number().int(),
  /** Number of sessions on days when the organization is closed. */
  skipped: z.number().int(),
  /** Number of sessions without an instructor, who teaches another session then. */
  withoutInstructor: z.number().int(),
})
export type PlannedSeries = z.infer<typeof plannedSeries>

/** Scopes of a change. `following`: the session and later ones, which become a new series. `all`: all that have not begun. */
export const seriesScopes = ['following', 'all'] as const
export type SeriesScope = (typeof seriesScopes)[number]

/**
 * Changes only the given fields; times are those of the session in the path, and others move by the same local time. With that
 * session's `updatedAt` as it was read, a concurrent change by another user is a conflict.
 */
export const seriesChange = z
  .object({ ...plannedFields, repeat, status: z.literal('cancelled'), updatedAt: instant })
  .partial()
  .extend({ scope: z.enum(seriesScopes) })
  .superRefine(checkEnd)
export type SeriesChange = z.output<typeof seriesChange>

const vanishingSession = z.object({
  startDate: instant,
  endDate: instant,
  /** Number of registered or waitlisted students, and the first of them by name. */
  registered: z.number().int(),
  students: z.array(z.string()),
})

/** Effect of changing a series, previewed or applied. */
const seriesEffect = z.object({
  seriesId: id,
  changed: z.number().int(),
  /** Number of sessions that stay: begun, completed, with attendance, or canceled. */
  kept: z.number().int(),
  appearing: z.array(plannedSession),
  vanishing: z.array(vanishingSession),
  /** Changed sessions that would fall on a closed day or clash with others. */
  troubled: z.array(plannedSession),
  nonexistent: z.array(z.string()),
})
export type SeriesEffect = z.infer<typeof seriesEffect>

const ofSession = z.object({ id })

export const seriesContract = {
  previewPlan: endpoint({
    method: 'POST',
    path: '/api/series/preview',
    summary: 'The sessions that would be planned, with closed days and clashes',
    unaudited: 'Nothing is changed',
    access: staff,
    body: askedPlan,
    response: plan,
  }),
  createSeries: endpoint({
    method: 'POST',
    path: '/api/series',
    status: 201,
    summary: 'Schedule a series of at most 200 sessions',
    audit: ['series.created', 'project.earmarked'],
    access: staff,
    body: newSeries,
    response: plannedSeries,
  }),
  getSeries: endpoint({
    method: 'GET',
    path: '/api/series/{id}',
    summary: 'One series',
    access: staff,
    params: z.object({ id }),
    response: series,
  }),
  previewSeriesChange: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/series/preview',
    summary: 'What a change of the series of a session would do: which dates appear and vanish, and who is registered',
    unaudited: 'Nothing is changed',
    access: staff,
    params: ofSession,
    body: seriesChange,
    response: seriesEffect,
  }),
  changeSeries: endpoint({
    method: 'PUT',
    path: '/api/sessions/{id}/series',
    summary: 'Change or cancel a session with those that follow, or the whole series',
    audit: ['series.changed', 'project.earmarked'],
    access: staff,
    params: ofSession,
    body: seriesChange,
    response: seriesEffect,
  }),
  restoreSession: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/restore',
    summary: 'Let a session take place that a closed day skipped',
    audit: 'session.restored',
    access: staff,
    params: ofSession,
    response: session,
  }),
} as const
