import { z } from 'zod'
import { id, line } from '#core/contract/fields.ts'
import { isBlank } from '#core/contract/rich-text.ts'
import { dueFields, listUnfinishedDue } from './due-contract.ts'
import type { LessonKind, WrittenLesson } from './kind-contract.ts'
import { findMissingHandIn, type LessonFacts } from './missing-contract.ts'
import { rubric, listUnfinishedRubric } from './rubric-contract.ts'

/** Forms of a submission. */
export const submissionForms = ['text', 'file', 'link'] as const
export type SubmissionForm = (typeof submissionForms)[number]

/** Maximum files attached to the brief. */
export const MAX_ATTACHMENTS = 20

/** Details of an assignment and a project. The brief is the text of the lesson. */
export const submissionDetails = z.object({
  accepts: z.array(z.enum(submissionForms)).max(submissionForms.length).default(['text', 'file']),
  /** Completed when it is submitted, or when it is graded as passed. */
  doneWhen: z.enum(['handed-in', 'passed']).default('handed-in'),
  /** Percent of the rubric's points from which it is passed. */
  passPercent: z.number().int('Not a whole number').min(0, 'At least 0').max(100, 'At most 100').default(60),
  rubric: rubric.prefault({}),
  ...dueFields,
  /** Attached to the brief. */
  attachments: z
    .array(z.object({ fileId: id, title: line(200).default('') }))
    .max(MAX_ATTACHMENTS, `At most ${MAX_ATTACHMENTS} files`)
    .default([]),
})
export type SubmissionDetails = z.output<typeof submissionDetails>

export function listUnfinishedSubmission({ body, details }: WrittenLesson<SubmissionDetails>): string[] {
  return [
    ...(isBlank(body) ? ['The brief is empty'] : []),
    ...(details.accepts.length === 0 ? ['Nothing can be submitted'] : []),
    ...listUnfinishedRubric(details.rubric),
    ...listUnfinishedDue(details, details),
  ]
}

export const listSubmissionFiles = ({ attachments }: SubmissionDetails): string[] =>
  attachments.map(({ fileId }) => fileId)

export const describeSubmissionRule = ({ doneWhen }: SubmissionDetails): string =>
  doneWhen === 'passed' ? 'Submit it; it is done when it was graded as passed.' : 'Submit it.'

const findMissing = ({ doneWhen, passPercent }: SubmissionDetails, facts: LessonFacts) =>
  findMissingHandIn(facts, { doneWhen, percent: passPercent })

/** Completion of submitted work, by the server's own facts. */
export const handingIn: Pick<LessonKind<SubmissionDetails>, 'missing' | 'isDone' | 'isSelfReported'> = {
  missing: findMissing,
  isDone: (details, facts) => findMissing(details, facts).length === 0,
  isSelfReported: () => false,
}
