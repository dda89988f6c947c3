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
  /** Id that `GET /api/projects` answers. */
  projectId: id.nullable(),
  projectTitle: z.string().nullable(),
  instructorId: id.nullable(),
  instructorName: z.string().nullable(),
  /** null: as many as want to come. */
  maxParticipants: z.number().int().nullable(),
  /** Everyone with a place: neither waiting for one nor signed off. */
  currentParticipants: z.number().int(),
  location: z.string(),
  startDate: instant,
  endDate: instant,
  /** Recorded last. */
  status: sessionStatus,
  /** State by the clock: `ended` when the end has passed and the session is not completed yet. */
  state: sessionState,
  /** The series that it belongs to; null for a session of its own. */
  seriesId: id.nullable(),
  /** Start by the rule of the series, and its key there, whenever it takes place now. */
  originalStart: instant.nullable(),
  /** Names of the fields that were changed for this session of a series alone. */
  detached: z.array(z.string()),
  /** Cancelled because the organization is closed that day. */
  isSkipped: z.boolean(),
  /** Its days were chosen one by one, and move along with it. */
  hasOwnDays: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type Session = z.infer<typeof session>

const sessionInstant = dateTime('Choose a date and time').refine(
  (value) => Date.parse(value) >= Date.UTC(2000) && Date.parse(value) < Date.UTC(2100),
  'Between 2000 and 2099',
)

/** Planned fields of a session, or of all of a series. */
export const plannedFields = {
  name: requiredText(200, 'Session name is required'),
  description: text(5000),
  projectId: id.nullable(),
  instructorId: id.nullable(),
  startDate: sessionInstant,
  endDate: sessionInstant,
  /** 0, which an emptied field becomes (spec part 2, section 5), is no limit as null is. */
  maxParticipants: z
    .number('Not a number')
    .int('Not a whole number')
    .min(0, 'At least 0')
    .max(100_000, 'At most 100000')
    .nullable()
    .transform((limit) => (limit === 0 ? null : limit)),
  location: line(200),
}

/** Days that a session takes at most, so that what is at the same time is found without reading all before. */
export const MAX_SESSION_DAYS = 31
/** Days from the first to the last of a session with days of its own, as a term of weekly meetings. */
export const MAX_TERM_DAYS = 366

interface Times {
  startDate?: string | undefined
  endDate?: string | undefined
}

/** Describes the trouble with a session's end; undefined where there is none, or one of the two times is not known. */
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

/** Checks the end in the fields of a form or call with both times. */
export const checkEnd = checkEndWithin(MAX_SESSION_DAYS)
/** Checks the end of a session that may have days of its own. */
export const checkTermEnd = checkEndWithin(MAX_TERM_DAYS)

/** Fields of a new session, with their defaults; its status comes beside them. */
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

/** Only what is sent changes. With `updatedAt` as it was read, a change by somebody else in between is a conflict. */
export const sessionChange = z
  .object({ ...plannedFields, status: sessionStatus, updatedAt: instant })
  .partial()
  .superRefine(checkTermEnd)
export type SessionChange = z.output<typeof sessionChange>

/** `next`: not over, soonest first. `upcoming`: of these, what has not begun. `past`: over, latest first. */
export const sessionTimes = ['next', 'upcoming', 'past'] as const

export const sessionsContract = {
  listSessions: endpoint({
    method: 'GET',
    path: '/api/sessions',
    summary: 'Sessions of the organization, the latest start first',
    access: staff,
    query: searchQuery.extend({
      /** The state by the clock. */
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
