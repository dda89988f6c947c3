import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { dateTime, id, instant, line, requiredText, text } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'
import { sessionStates, sessionStatuses } from './state-contract.ts'

export const sessionStatus = z.enum(sessionStatuses, 'Please select a status')
export const sessionState = z.enum(sessionStates, 'Please select a status')

export const session = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** Id from `GET /api/projects`. */
  projectId: id.nullable(),
  projectTitle: z.string().nullable(),
  instructorId: id.nullable(),
  instructorName: z.string().nullable(),
  /** null for no limit. */
  maxParticipants: z.number().int().nullable(),
  /** Number of registered students, without waitlisted and removed ones. */
  currentParticipants: z.number().int(),
  location: z.string(),
  startDate: instant,
  endDate: instant,
  /** Status recorded last. */
  status: sessionStatus,
  /** State at the present time: `ended` when the end has passed and the session is not completed yet. */
  state: sessionState,
  /** Id of its series; null for a session without one. */
  seriesId: id.nullable(),
  /** Start by the rule of the series, which is its key there even after a move. */
  originalStart: instant.nullable(),
  /** Names of the fields that were changed for this session of a series only. */
  detached: z.array(z.string()),
  /** True if it is canceled because the organization is closed that day. */
  isSkipped: z.boolean(),
  /** True if its days were chosen one by one, and move along with it. */
  hasOwnDays: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type Session = z.infer<typeof session>

const sessionInstant = dateTime('Choose a date and time').refine(
  (value) => Date.parse(value) >= Date.UTC(2000) && Date.parse(value) < Date.UTC(2100),
  'Between 2000 and 2099',
)

/** Planned fields of a session, or of a whole series. */
export const plannedFields = {
  name: requiredText(200, 'Session name is required'),
  description: text(5000),
  projectId: id.nullable(),
  instructorId: id.nullable(),
  startDate: sessionInstant,
  endDate: sessionInstant,
  /** Maximum number of participants; 0, the value of an emptied field (spec part 2, section 5), means no limit like null. */
  maxParticipants: z
    .number('Not a number')
    .int('Not a whole number')
    .min(0, 'At least 0')
    .max(100_000, 'At most 100000')
    .nullable()
    .transform((limit) => (limit === 0 ? null : limit)),
  location: line(200),
}

/** Maximum days of a session, which limits the search for overlaps to recent starts. */
export const MAX_SESSION_DAYS = 31
/** Maximum days from the first to the last of a session with its own days, as a term of weekly meetings. */
export const MAX_TERM_DAYS = 366

interface Times {
  startDate?: string | undefined
  endDate?: string | undefined
}

/** Describes an invalid end; undefined for a valid one, or while one of the two times is unknown. */
export function describeEndTrouble({ startDate, endDate }: Times, maxDays = MAX_SESSION_DAYS): string | undefined {
  if (startDate === undefined || endDate === undefined) return undefined
  const duration = Date.parse(endDate) - Date.parse(startDate)
  if (duration <= 0) return 'End must be after the start'
  return duration > maxDays * 86_400_000 ? `At most ${maxDays} days after the start` : undefined
}

const checkEndWithin =
  (maxDays: number) =>
  (times: Times, context: z.RefinementCtx): void => {
    const message = describeEndTrouble(times, maxDays)
    if (message) context.addIssue({ code: 'custom', message, path: ['endDate'] })
  }

/** Validates the end in a form or call with both times. */
export const checkEnd = checkEndWithin(MAX_SESSION_DAYS)
/** Validates the end of a session that may have its own days. */
export const checkTermEnd = checkEndWithin(MAX_TERM_DAYS)

/** Fields of a new session, with their defaults, except its status. */
export const newSessionFields = {
  ...plannedFields,
  description: plannedFields.description.default(''),
  projectId: plannedFields.projectId.default(null),
  instructorId: plannedFields.instructorId.default(null),
  maxParticipants: plannedFields.maxParticipants.default(20),
  location: plannedFields.location.default(''),
}

export const newSession = z
  .object({ ...newSessionFields, status: sessionStatus.default('scheduled') })
  .superRefine(checkEnd)
export type NewSession = z.output<typeof newSession>

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const sessionChange = z
  .object({ ...plannedFields, status: sessionStatus, updatedAt: instant })
  .partial()
  .superRefine(checkTermEnd)
export type SessionChange = z.output<typeof sessionChange>

/** Filters by time. `next`: not over, soonest first. `upcoming`: of these, not begun. `past`: over, latest first. */
export const sessionTimes = ['next', 'upcoming', 'past'] as const

export const sessionsContract = {
  listSessions: endpoint({
    method: 'GET',
    path: '/api/sessions',
    summary: 'Sessions of the organization, the latest start first',
    access: staff,
    query: searchQuery.extend({
      /** Filter by the state at the present time. */
      status: sessionState.optional(),
      when: z.enum(sessionTimes).optional(),
      projectId: id.optional(),
    }),
    response: z.array(session),
  }),
  createSession: endpoint({
    method: 'POST',
    path: '/api/sessions',
    status: 201,
    summary: 'Schedule a session',
    audit: ['session.created', 'project.earmarked'],
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
    audit: ['session.updated', 'project.earmarked'],
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    params: z.object({ id }),
    body: sessionChange,
    response: session,
  }),
} as const
