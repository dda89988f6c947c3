import type { TenantScope } from '#core/server/core.ts'
import { gradeItems, discardAwaitingAttempt } from '../../attempts/server/grade-items.ts'
import type { HandInFeedback } from '../../handins/feedback-contract.ts'
import { publishFeedback, hideFeedback } from '../../handins/server/publish-feedback.ts'
import { excuse, recordResults } from '../../../delivery/learning/server/results.ts'
import type { Rubric } from '../../../authoring/lessons/kinds/rubric-contract.ts'
import type { GivenGrade, GradeAct, GradeResult } from '../grade-contract.ts'
import type { SeenWork } from './held-work.ts'
import type { JudgedWork } from './judged.ts'
import { emailGraded } from './emails.ts'

/** Result that learners read. */
export interface PublishedResult {
  did: Exclude<GradeAct, 'kept' | 'hidden'>
  rubric: Rubric
  given: GivenGrade
  result: GradeResult
}

const outcomes = { posted: 'graded', returned: 'returned', excused: 'excused' } as const

/** Publishes a result to the learners of a piece of work, completes what follows from it, and emails them. */
export async function publishResult(
  scope: TenantScope,
  work: SeenWork,
  judged: JudgedWork,
  { did, rubric, given, result }: PublishedResult,
): Promise<void> {
  const lesson = { lessonId: work.lessonId, kind: judged.kind, details: judged.details }
  const people = judged.attempt ? judged.people : await publishWorkFeedback(scope, work, { did, rubric, given, result })
  const of = people.map(({ enrollmentId, cycle }) => ({ enrollmentId, cycle }))
  if (did === 'excused') {
    if (judged.attempt) await discardAwaitingAttempt(scope, work.subjectId)
    await excuse(scope, lesson, of)
  } else if (judged.attempt) await publishItems(scope, work, given)
  else {
    const score = did === 'posted' ? result.score : null
    await recordResults(
      scope,
      lesson,
      of.map((one) => ({ ...one, score, isAwaitingGrade: false })),
    )
  }
  await emailGraded(scope, work, people, did)
}

/** Publishes the feedback on a submission. @returns its learners */
function publishWorkFeedback(scope: TenantScope, work: SeenWork, { did, rubric, given, result }: PublishedResult) {
  const feedback: HandInFeedback = {
    ...result,
    outcome: outcomes[did],
    points: result.givenPoints,
    rubric,
    marks: given.marks,
    comment: given.comment,
    gradedBy: scope.actor.user?.name ?? '',
    postedAt: scope.core.clock.now().toISOString(),
  }
  return publishFeedback(scope, work.subjectId, work.number, feedback)
}

/** Saves points for the answers of an attempt; its score and completion follow. */
async function publishItems(scope: TenantScope, work: SeenWork, { items }: GivenGrade): Promise<void> {
  const marks = items.flatMap(({ item, points, comment }) => (points === null ? [] : [{ item, points, comment }]))
  await gradeItems(scope, work.subjectId, marks, scope.actor.user?.id ?? '')
}

/** Hides the result again: the work awaits a grade. Completions stay. */
export async function hideResult(scope: TenantScope, work: SeenWork, { kind, details }: JudgedWork): Promise<void> {
  const people = await hideFeedback(scope, work.subjectId, work.number)
  await recordResults(
    scope,
    { lessonId: work.lessonId, kind, details },
    people.map(({ enrollmentId, cycle }) => ({ enrollmentId, cycle, score: null, isAwaitingGrade: true })),
  )
}
