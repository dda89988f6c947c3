import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'

export const MAX_JUDGES = 20
export const MAX_CRITERIA = 20
/** Maximum points for one criterion; the minimum is 0. */
export const MAX_CRITERION_POINTS = 10
/** Minimum number of judges for a trimmed mean; with fewer, the mean of all counts. */
const MIN_JUDGES_TO_TRIM = 3

/** Criterion of the judges, with its relative weight. */
export const criterion = z.object({
  name: requiredText(100, 'Add at least one criterion'),
  weight: z.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(100, 'At most 100'),
})
export type Criterion = z.infer<typeof criterion>

export const resultKinds = ['mean', 'trimmed-mean'] as const
export const resultKind = z.enum(resultKinds, 'Please select a result')
export type ResultKind = z.infer<typeof resultKind>

export const judge = z.object({
  /** Id of the user; null for a deleted user, whose scores stay. */
  id: id.nullable(),
  name: z.string(),
})

/** Points for each criterion, in order. */
const points = z.array(z.number().int())

/** A student for judges to score. */
export const judgedStudent = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string().nullable(),
  /** Number of judges who have scored the student. */
  given: z.number().int(),
  /** Names of judges who have not. */
  missing: z.array(z.string()),
  /** Points from the caller. */
  own: points.nullable(),
  ownUpdatedAt: instant.nullable(),
  /** Result; null until all judges have scored. */
  result: z.number().int().nullable(),
})
export type JudgedStudent = z.infer<typeof judgedStudent>

/** Sheet of one judge. */
export const judgeSheet = z.object({
  judge: z.string(),
  isOwn: z.boolean(),
  points,
  /** Result by this judge's points only. */
  score: z.number().int(),
})
export type JudgeSheet = z.infer<typeof judgeSheet>

export const judging = z.object({
  id,
  title: z.string(),
  instructions: z.string(),
  maxScore: z.number().int(),
  isActive: z.boolean(),
  resultBy: resultKind,
  criteria: z.array(criterion),
  judges: z.array(judge),
  /** True if the caller is a judge. */
  isJudge: z.boolean(),
  students: z.array(judgedStudent),
  /** Number of students on all pages. */
  totalStudents: z.number().int(),
})
export type Judging = z.infer<typeof judging>

const studentParams = z.object({ id, studentId: id })

export const judgingContract = {
  getJudging: endpoint({
    method: 'GET',
    path: '/api/challenges/{id}/judging',
    summary: 'Who judges a challenge, whom, and who has not scored yet; with what the caller has given',
    access: staff,
    params: z.object({ id }),
    query: searchQuery,
    response: judging,
  }),
  listJudgeSheets: endpoint({
    method: 'GET',
    path: '/api/challenges/{id}/judging/{studentId}',
    summary:
      'What the judges have given a student: the caller’s own points until all judges have scored, then, for judges and admins, those of all',
    access: staff,
    params: studentParams,
    response: z.array(judgeSheet),
  }),
  judge: endpoint({
    method: 'PUT',
    path: '/api/challenges/{id}/judging/{studentId}',
    summary:
      'Score a student as a judge, or take that back; once every judge has scored, the result is the student’s score',
    audit: ['score.judged', 'score.saved'],
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    params: studentParams,
    body: z.object({
      /** Points for each criterion, in order; null removes them. */
      points: z
        .array(
          z
            .number('Not a number')
            .int('Not a whole number')
            .min(0, `Between 0 and ${MAX_CRITERION_POINTS}`)
            .max(MAX_CRITERION_POINTS, `Between 0 and ${MAX_CRITERION_POINTS}`),
        )
        .max(MAX_CRITERIA)
        .nullable(),
      /** `ownUpdatedAt` as the caller saw it; null without points. */
      seen: instant.nullable(),
    }),
    response: judgedStudent,
  }),
} as const

interface JudgedChallenge {
  maxScore: number
  criteria: readonly Criterion[]
  resultBy: ResultKind
}

/**
 * Computes the judges' result, from 0 to the challenge's maximum. All judges count equally; each judge's points are weighted by
 * criterion. `trimmed-mean` drops one highest and one lowest judge, where there are three or more. Rounds once, at the end,
 * half up: all earlier steps use whole numbers.
 */
export function computeResult({ maxScore, criteria, resultBy }: JudgedChallenge, sheets: readonly number[][]): number {
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0)
  const sums = sheets
    .map((given) => criteria.reduce((sum, { weight }, index) => sum + weight * (given[index] ?? 0), 0))
    .toSorted((a, b) => a - b)
  const counted = resultBy === 'trimmed-mean' && sums.length >= MIN_JUDGES_TO_TRIM ? sums.slice(1, -1) : sums
  const most = MAX_CRITERION_POINTS * weights * counted.length
  const reached = counted.reduce((sum, one) => sum + one, 0)
  return most === 0 ? 0 : Math.floor((2 * maxScore * reached + most) / (2 * most))
}
