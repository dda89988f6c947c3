import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { pageCursor, pagingQuery, searchQuery } from '#core/contract/paging.ts'
import { putFile } from '../../authoring/files/put-contract.ts'
import { learners } from '../../delivery/catalog/contract.ts'
import { handInVersion, versionInList } from '../handins/contract.ts'
import { dueFields } from '../../authoring/lessons/kinds/due-contract.ts'
import { rubric } from '../../authoring/lessons/kinds/rubric-contract.ts'
import { workKind, workState } from '../work/contract.ts'
import { givenGrade, loggedGrade, MAX_PART_COMMENT_LENGTH } from './grade-contract.ts'

export const graders = { ...learners, who: ['tenant_admin', 'instructor'] } as const

/** State that filters the queue: not graded, graded but not posted, finished, or all. */
export const queueStates = ['open', 'waiting', 'graded', 'done', 'everything'] as const
export type QueueState = (typeof queueStates)[number]

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const queuedWork = z.object({
  id,
  kind: workKind,
  state: workState,
  /** Empty if names are hidden. */
  learner: z.string(),
  /** Number of other members of the team. */
  others: z.number().int(),
  courseId: id,
  course: z.string(),
  lessonId: id,
  lesson: z.string(),
  /** Number of the version, or of the attempt. */
  number: z.number().int(),
  handedInAt: instant,
  lateSeconds: z.number().int(),
  /** Percent. */
  score: z.number().nullable(),
})
export type QueuedWork = z.infer<typeof queuedWork>

export const gradedLesson = z.object({
  courseId: id,
  course: z.string(),
  lessonId: id,
  lesson: z.string(),
  waiting: z.number().int(),
  /** Graded, and not posted yet. */
  graded: z.number().int(),
  /** Posted, returned or excused. */
  done: z.number().int(),
})
export type GradedLesson = z.infer<typeof gradedLesson>

/** Answer of an attempt that no rule can grade. */
const judgedItem = z.object({
  /** Number of the question in the attempt, from 1. */
  item: z.number().int(),
  prompt: z.string(),
  /** Guidance for a good answer, by the question's author. */
  guidance: z.string(),
  mostPoints: z.number(),
  /** Empty for none. */
  text: z.string(),
  files: z.array(putFile),
})
export type JudgedItem = z.infer<typeof judgedItem>

const judgedAttempt = z.object({
  items: z.array(judgedItem),
  /** Points of the answers that were graded by rule. */
  otherPoints: z.number(),
  /** Maximum points of all its questions. */
  mostPoints: z.number(),
})
export type JudgedAttempt = z.infer<typeof judgedAttempt>

export const openWork = queuedWork.extend({
  /** Sent back with a grade, so that a grade by another grader in between causes a conflict. */
  version: z.number().int(),
  rubric,
  passPercent: z.number(),
  /** Penalty for lateness; null: none. */
  late: z.object(dueFields).nullable(),
  /** All learners whose work this is; empty if names are hidden. */
  learners: z.array(z.string()),
  handIn: handInVersion.omit({ feedback: true }).nullable(),
  /** null if the work is a submission. */
  attempt: judgedAttempt.nullable(),
  /** Versions of the submission, newest first. */
  versions: z.array(versionInList),
  /** Newest grade of this version; null: not graded. */
  grade: loggedGrade.nullable(),
  /** Log of grading, newest first. */
  log: z.array(loggedGrade),
  /** Names of other graders who have the work open. */
  present: z.array(z.string()),
})
export type OpenWork = z.infer<typeof openWork>

/** Fate of a grade: saved for graders alone, posted to the learner, or replaced by a return or an excuse. */
export const gradeEnds = ['keep', 'post', 'return', 'excuse'] as const
export type GradeEnd = (typeof gradeEnds)[number]

/** `version` is that of the work as it was read. */
const newGrade = givenGrade.extend({ version: z.number().int(), act: z.enum(gradeEnds) })
export type NewGrade = z.output<typeof newGrade>

const gradingComment = z.object({ id, text: z.string() })
export type GradingComment = z.infer<typeof gradingComment>
const newComment = z.object({
  text: text(MAX_PART_COMMENT_LENGTH).refine((value) => value !== '', 'Write the comment'),
})

const ofWork = z.object({ id })
const named = z.object({
  /** Hides names, and disables search by name. */
  anonymous: flag.optional(),
})

const postedLesson = z.object({
  posted: z.number().int(),
  /** Number of grades that can be posted next. */
  left: z.number().int(),
  /** Number of grades that lack points, or a mark. */
  incomplete: z.number().int(),
})
export type PostedLesson = z.infer<typeof postedLesson>

export const gradingContract = {
  gradingQueue: endpoint({
    method: 'GET',
    path: '/api/tenant/grading/work',
    summary: 'What there is to grade, over all courses, the oldest first; never the caller’s own',
    access: graders,
    query: searchQuery
      .omit({ offset: true })
      .extend({ ...named.shape, cursor: pageCursor.optional(), state: z.enum(queueStates).default('open') })
      .extend({ courseId: id.optional(), lessonId: id.optional(), late: flag.optional() }),
    response: z.array(queuedWork),
  }),
  gradedLessons: endpoint({
    method: 'GET',
    path: '/api/tenant/grading/lessons',
    summary: 'Lessons that have something to grade, with how much of it is done',
    access: graders,
    response: z.array(gradedLesson),
  }),
  openWork: endpoint({
    method: 'GET',
    path: '/api/tenant/grading/work/{id}',
    summary: 'Submission, with its rubric, grade and history',
    access: graders,
    params: ofWork,
    query: named,
    response: openWork,
  }),
  gradeWork: endpoint({
    method: 'PUT',
    path: '/api/tenant/grading/work/{id}',
    summary: 'Grade it: keep that for later, post it, return the work to be done again, or excuse its learner',
    audit: ['grade.posted', 'grade.returned', 'grade.excused'],
    unaudited: 'A saved draft is in the grade log; no one is notified',
    access: graders,
    params: ofWork,
    query: named,
    body: newGrade,
    // Every criterion and every question can have a comment.
    bodyLimit: 4_194_304,
    response: openWork,
    errors: [403],
  }),
  hideGrade: endpoint({
    method: 'POST',
    path: '/api/tenant/grading/work/{id}/hide',
    summary: 'Hide a posted grade from its learner; the grade is kept. Completion stays',
    audit: 'grade.hidden',
    access: graders,
    params: ofWork,
    query: named,
    body: z.object({ version: z.number().int() }),
    response: openWork,
  }),
  beAtWork: endpoint({
    method: 'POST',
    path: '/api/tenant/grading/work/{id}/presence',
    summary: 'Say that the caller has it open, for a minute, and hear who else has',
    unaudited: 'Nothing follows from it',
    access: graders,
    params: ofWork,
    response: openWork.pick({ present: true, version: true }),
  }),
  postLesson: endpoint({
    method: 'POST',
    path: '/api/tenant/grading/lessons/{lessonId}/post',
    summary: 'Post all grades of a lesson that are kept and lack nothing, at most 100 at once',
    audit: 'grade.posted',
    unaudited: 'Where there is none to post',
    access: graders,
    params: z.object({ lessonId: id }),
    response: postedLesson,
  }),
  listGradingComments: endpoint({
    method: 'GET',
    path: '/api/tenant/grading/comments',
    summary: 'Sentences that the caller says often, the newest first',
    access: graders,
    query: pagingQuery,
    response: z.array(gradingComment),
  }),
  addGradingComment: endpoint({
    method: 'POST',
    path: '/api/tenant/grading/comments',
    status: 201,
    summary: 'Keep a sentence for the next time, for the caller alone',
    unaudited: 'No one else has it',
    access: graders,
    body: newComment,
    response: gradingComment,
  }),
  removeGradingComment: endpoint({
    method: 'DELETE',
    path: '/api/tenant/grading/comments/{id}',
    summary: 'Remove one of the caller’s sentences; what was said with it stays',
    unaudited: 'No one else has it',
    access: graders,
    params: ofWork,
    response: 'none',
  }),
} as const
