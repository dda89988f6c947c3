import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'
import { challenge } from './contract.ts'

/** Maximum number of challenges in a grid, and of cells saved by one call. */
export const MAX_COLUMNS = 50
export const MAX_CELLS = 200

/** A column of the grid. */
export const gridChallenge = challenge.pick({ id: true, title: true, maxScore: true, isActive: true }).extend({
  /**
   * True if the caller enters its scores: in their own session, one without an instructor, without a session, or as an admin.
   */
  mayScore: z.boolean(),
  /** Number of its judges, who alone score it; 0 without judges. */
  judges: z.number().int(),
})
export type GridChallenge = z.infer<typeof gridChallenge>

export const gridStudent = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string().nullable(),
})
export type GridStudent = z.infer<typeof gridStudent>

export const gridScore = z.object({
  challengeId: id,
  studentId: id,
  score: z.number().int(),
  scoredBy: z.string().nullable(),
  updatedAt: instant,
  hasFeedback: z.boolean(),
})

/** Feedback to the student about a score; families read it beside the score. */
export const scoreFeedback = z.object({ feedback: text(2000) })
export type ScoreFeedback = z.infer<typeof scoreFeedback>

/** A cell of a challenge with judges, some of whom have scored. It omits their points. */
export const judgedCell = z.object({
  challengeId: id,
  studentId: id,
  given: z.number().int(),
  /** Number of all judges; once all have scored, the result is the cell's score. */
  of: z.number().int(),
})
export type JudgedCell = z.infer<typeof judgedCell>

/** Ids separated by commas, as in a URL. */
const ids = z
  .string()
  .max(MAX_COLUMNS * 37)
  .transform((value) => [...new Set(value.split(','))])
  .pipe(z.array(id).min(1).max(MAX_COLUMNS, `At most ${MAX_COLUMNS} challenges`))

const cell = z.object({
  challengeId: id,
  studentId: id,
  /** Score; null removes it. The range is checked per cell. */
  score: z.number('Not a number').int('Not a whole number').nullable(),
  /** `updatedAt` of the score as the caller saw it; null without a score. */
  seen: instant.nullable(),
})
export type Cell = z.infer<typeof cell>

/** Outcome of saving a cell, and its present value. */
export const savedCell = z.object({
  challengeId: id,
  studentId: id,
  /** `outdated`: another user changed it since the caller saw it. `refused`: `reason` explains it. */
  outcome: z.enum(['saved', 'outdated', 'refused']),
  reason: z.string().nullable(),
  score: z.number().int().nullable(),
  scoredBy: z.string().nullable(),
  updatedAt: instant.nullable(),
})
export type SavedCell = z.infer<typeof savedCell>

export const scoresContract = {
  scoreGrid: endpoint({
    method: 'GET',
    path: '/api/score-grid',
    summary:
      'Students by challenges: of a session, with who takes part; of a project, with who takes part in its sessions; or of chosen challenges, or all active ones, with all active students',
    access: staff,
    query: searchQuery
      .extend({ sessionId: id.optional(), projectId: id.optional(), challenges: ids.optional() })
      .refine(
        ({ sessionId, projectId, challenges }) => [sessionId, projectId, challenges].filter(Boolean).length <= 1,
        { message: 'Name a session, a project or challenges, and one of them alone', path: ['sessionId'] },
      ),
    response: z.object({
      challenges: z.array(gridChallenge),
      students: z.array(gridStudent),
      /** Number of students on all pages. */
      totalStudents: z.number().int(),
      scores: z.array(gridScore),
      judged: z.array(judgedCell),
    }),
  }),
  saveScores: endpoint({
    method: 'POST',
    path: '/api/scores',
    summary: 'Save scores, each cell by itself: one that is refused leaves the others as they were sent',
    audit: 'score.saved',
    unaudited: 'Where no cell is saved, nothing is changed',
    access: staff,
    bodyLimit: 96 * 1024,
    body: z.object({
      cells: z
        .array(cell)
        .min(1)
        .max(MAX_CELLS, `At most ${MAX_CELLS} at once`)
        .refine((cells) => new Set(cells.map(cellKey)).size === cells.length, { message: 'Each cell once at a time' }),
    }),
    response: z.array(savedCell),
  }),
  setScore: endpoint({
    method: 'PUT',
    path: '/api/challenges/{id}/scores/{studentId}',
    summary: 'Give one student a score, or take it back',
    audit: 'score.saved',
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    params: z.object({ id, studentId: id }),
    body: cell.pick({ score: true, seen: true }),
    response: savedCell,
  }),
  getFeedback: endpoint({
    method: 'GET',
    path: '/api/challenges/{id}/scores/{studentId}/feedback',
    summary: 'What was said to a student about a score',
    access: staff,
    params: z.object({ id, studentId: id }),
    response: scoreFeedback,
  }),
  setFeedback: endpoint({
    method: 'PUT',
    path: '/api/challenges/{id}/scores/{studentId}/feedback',
    summary: 'Say something to a student about a score, which the family reads, too',
    audit: 'score.feedback-given',
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    params: z.object({ id, studentId: id }),
    body: scoreFeedback.extend({
      /** Feedback as the caller saw it. */
      seen: z.string().max(5000),
    }),
    response: scoreFeedback,
  }),
} as const

/** Key of a cell in the grid. */
export function cellKey({ challengeId, studentId }: { challengeId: string; studentId: string }): string {
  return `${challengeId} ${studentId}`
}
