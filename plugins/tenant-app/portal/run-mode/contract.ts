import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'

/** Points that one call saves, of one student each. */
export const MAX_AWARDS = 200
/** Points that one tap gives or takes at most. */
const MAX_POINTS_GIVEN = 100

export const award = z.object({
  /** Made by the device: points that are sent again count once. */
  id,
  studentId: id,
  /** Added to the student's points of the session; negative to take back. */
  points: z
    .number('Not a number')
    .int('Not a whole number')
    .min(-MAX_POINTS_GIVEN, `At least -${MAX_POINTS_GIVEN}`)
    .max(MAX_POINTS_GIVEN, `At most ${MAX_POINTS_GIVEN}`)
    .refine((points) => points !== 0, 'Enter a number other than 0'),
})
export type Award = z.output<typeof award>

const savedAward = z.object({
  id,
  studentId: id,
  /** False where the student has no spot in the session any more. */
  isSaved: z.boolean(),
  /** Points of the student in the session afterwards. */
  pointsEarned: z.number().int(),
})
export type SavedAward = z.infer<typeof savedAward>

/** Summary of one day of a session, which families read. */
export const summary = z.object({
  meetingId: id,
  /** Day by the organization’s calendar. */
  day: z.string(),
  text: z.string(),
  writtenBy: z.string().nullable(),
  updatedAt: instant,
  /** Time from which families read it, and it cannot be changed; null before. */
  sharedAt: instant.nullable(),
})
export type Summary = z.infer<typeof summary>

export const summaryChange = z.object({
  text: requiredText(2000, 'Write what the students did'),
  /** True shows it to the families of registered students; it cannot be changed afterwards. */
  isShared: z.boolean().default(false),
  /** Version that was read, null before the first: a change by another user in between is a conflict. */
  updatedAt: instant.nullable().optional(),
})
export type SummaryChange = z.output<typeof summaryChange>

export const runContract = {
  givePoints: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/points',
    summary: 'Add to the points of students of a session, of one or of everyone who is here; each entry counts once',
    audit: 'session.points-given',
    unaudited: 'Where all entries arrived before, nothing is changed',
    access: staff,
    params: z.object({ id }),
    bodyLimit: 64 * 1024,
    body: z.object({ awards: z.array(award).min(1).max(MAX_AWARDS, `At most ${MAX_AWARDS} at once`) }),
    response: z.array(savedAward),
  }),
  listSummaries: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/summaries',
    summary: 'What families read, or will read, about the days of a session, the latest first',
    access: staff,
    params: z.object({ id }),
    query: pagingQuery,
    response: z.array(summary),
  }),
  saveSummary: endpoint({
    method: 'PUT',
    path: '/api/sessions/{id}/meetings/{meetingId}/summary',
    summary: 'Write what families read about a day of a session, and share it with them',
    audit: ['session.summary-saved', 'session.summary-shared'],
    access: staff,
    params: z.object({ id, meetingId: id }),
    body: summaryChange,
    response: summary,
  }),
} as const
