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

/** Which work a queue shows: what nobody has marked, what has marks that its learner does not see, what is done, or all. */
export const queueStates = ['open', 'waiting', 'graded', 'done', 'everything'] as const
export type QueueState = (typeof queueStates)[number]

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const queuedWork = z.object({
  id,
  kind: workKind,
  state: workState,
  /** Empty where names are not told. */
  learner: z.string(),
  /** Others of the team. */
  others: z.number().int(),
  courseId: id,
  course: z.string(),
  lessonId: id,
  lesson: z.string(),
  /** Number of the version, or of the attempt. */
  number: z.number().int(),
  handedInAt: instant,
  lateSeconds: z.number().int(),
  /** Per cent. */
  score: z.number().nullable(),
})
export type QueuedWork = z.infer<typeof queuedWork>

export const gradedLesson = z.object({
  courseId: id,
  course: z.string(),
  lessonId: id,
  lesson: z.string(),
  waiting: z.number().int(),
  /** Marked, and not posted yet. */
  graded: z.number().int(),
  /** Posted, returned or excused. */
  done: z.number().int(),
})
export type GradedLesson = z.infer<typeof gradedLesson>

/** An answer of an attempt that no rule can judge. */
const judgedItem = z.object({
  /** Its number in the attempt, from 1. */
  item: z.number().int(),
  prompt: z.string(),
  /** Guidance for a good answer, in the words of its author. */
  guidance: z.string(),
  mostPoints: z.number(),
  /** Empty for none. */
  text: z.string(),
  files: z.array(putFile),
})
export type JudgedItem = z.infer<typeof judgedItem>

const judgedAttempt = z.object({
  items: z.array(judgedItem),
  /** Points of the answers that rules have graded. */
  otherPoints: z.number(),
  /** Maximum points of all its questions. */
  mostPoints: z.number(),
})
export type JudgedAttempt = z.infer<typeof judgedAttempt>

export const openWork = queuedWork.extend({
  /** To be sent with a grade, so that one by somebody else in between is a conflict. */
  version: z.number().int(),
  rubric,
  passPercent: z.number(),
  /** Cost of lateness; null: none. */
  late: z.object(dueFields).nullable(),
  /** All whose work it is; empty where names are not told. */
  learners: z.array(z.string()),
  handIn: handInVersion.omit({ feedback: true }).nullable(),
  /** Attempt, if it is one. */
  attempt: judgedAttempt.nullable(),
  /** Versions of the submission, the last one first. */
  versions: z.array(versionInList),
  /** The last one of this number; null: nobody has marked it. */
  grade: loggedGrade.nullable(),
  /** Log of grading, the last act first. */
  log: z.array(loggedGrade),
  /** Names of others who have it open. */
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
  /** Without names, so that nobody is known by theirs. */
  anonymous: flag.optional(),
})

const postedLesson = z.object({
  posted: z.number().int(),
  /** That can be posted next. */
  left: z.number().int(),
  /** That lack points, or a mark. */
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
