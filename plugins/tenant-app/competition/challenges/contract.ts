import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'
import { criterion, judge, MAX_CRITERIA, MAX_JUDGES, resultKind } from './judging-contract.ts'

export const difficultyLevels = ['beginner', 'intermediate', 'advanced'] as const
export const difficultyLevel = z.enum(difficultyLevels, 'Please select a difficulty')

export const challenge = z.object({
  id,
  title: z.string(),
  description: z.string(),
  instructions: z.string(),
  sessionId: id.nullable(),
  sessionName: z.string().nullable(),
  projectId: id.nullable(),
  projectTitle: z.string().nullable(),
  maxScore: z.number().int(),
  difficultyLevel,
  /** Minutes; null for no limit. */
  timeLimit: z.number().int().nullable(),
  /** False for an archived challenge. */
  isActive: z.boolean(),
  /** Number of students with a score. */
  scored: z.number().int(),
  /** Judges, who alone score it; empty if all users who may enter scores do. */
  judges: z.array(judge),
  /** Criteria of the judges. */
  criteria: z.array(criterion),
  /** Method that computes the result from the judges' scores. */
  resultBy: resultKind,
  /** Number of students whom at least one judge has scored. */
  judged: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Challenge = z.infer<typeof challenge>

/** Maximum size of a body in bytes: its texts in the longest script. */
const MAX_CHALLENGE_BYTES = 96 * 1024

/** Maximum number of points of a challenge. */
const MAX_POINTS = 10_000

const wholeNumber = (most: number) =>
  z.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(most, `At most ${most}`)

const challengeFields = {
  title: requiredText(200, 'Challenge title is required'),
  description: text(5000),
  instructions: text(20_000),
  sessionId: id.nullable(),
  projectId: id.nullable(),
  maxScore: wholeNumber(MAX_POINTS),
  difficultyLevel,
  timeLimit: wholeNumber(100_000).nullable(),
  isActive: z.boolean(),
  /** Ids of instructors and admins. Removing a judge removes their scores. */
  judgeIds: z
    .array(z.uuid('Please select a judge'))
    .max(MAX_JUDGES, `At most ${MAX_JUDGES} judges`)
    .transform((ids) => [...new Set(ids)]),
  criteria: z.array(criterion).max(MAX_CRITERIA, `At most ${MAX_CRITERIA} criteria`),
  resultBy: resultKind,
}

export const newChallenge = z.object({
  ...challengeFields,
  description: challengeFields.description.default(''),
  instructions: challengeFields.instructions.default(''),
  sessionId: challengeFields.sessionId.default(null),
  projectId: challengeFields.projectId.default(null),
  maxScore: challengeFields.maxScore.default(100),
  difficultyLevel: challengeFields.difficultyLevel.default('beginner'),
  timeLimit: challengeFields.timeLimit.default(null),
  isActive: challengeFields.isActive.default(true),
  judgeIds: challengeFields.judgeIds.default([]),
  criteria: challengeFields.criteria.default([]),
  resultBy: challengeFields.resultBy.default('mean'),
})
export type NewChallenge = z.output<typeof newChallenge>

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const challengeChange = z.object({ ...challengeFields, updatedAt: instant }).partial()
export type ChallengeChange = z.output<typeof challengeChange>

export const challengeStatuses = ['active', 'archived'] as const

export const challengesContract = {
  listChallenges: endpoint({
    method: 'GET',
    path: '/api/challenges',
    summary: 'Challenges of the organization, the newest first',
    access: staff,
    query: searchQuery.extend({
      sessionId: id.optional(),
      projectId: id.optional(),
      status: z.enum(challengeStatuses).optional(),
    }),
    response: z.array(challenge),
  }),
  createChallenge: endpoint({
    method: 'POST',
    path: '/api/challenges',
    status: 201,
    summary: 'Add a challenge, to a session, a project or neither',
    audit: ['challenge.created', 'project.earmarked'],
    access: staff,
    bodyLimit: MAX_CHALLENGE_BYTES,
    body: newChallenge,
    response: challenge,
  }),
  getChallenge: endpoint({
    method: 'GET',
    path: '/api/challenges/{id}',
    summary: 'One challenge',
    access: staff,
    params: z.object({ id }),
    response: challenge,
  }),
  updateChallenge: endpoint({
    method: 'PUT',
    path: '/api/challenges/{id}',
    summary: 'Change a challenge, archive it, or take it out of the archive',
    audit: ['challenge.updated', 'project.earmarked', 'score.saved'],
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    bodyLimit: MAX_CHALLENGE_BYTES,
    params: z.object({ id }),
    body: challengeChange,
    response: challenge,
  }),
} as const
