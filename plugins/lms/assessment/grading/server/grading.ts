import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { WorkModel } from '../../work/server/work.ts'
import type { WorkState } from '../../work/contract.ts'
import type { GradeEnd, NewGrade, OpenWork } from '../contract.ts'
import type { GivenGrade, GradeAct, GradeResult } from '../grade-contract.ts'
import { hasPoints, computeResult } from '../judging-contract.ts'
import { findWork, lockLearners, lockWork, type SeenWork } from './held-work.ts'
import { getJudgedWork, type JudgedWork } from './judged.ts'
import { gradeOf, logGrade, logOf } from './log.ts'
import { toOpenWork, type Shown } from './open-work.ts'
import { publishResult, hideResult } from './publish-result.ts'

const ends = {
  keep: { did: 'kept', state: 'graded' },
  post: { did: 'posted', state: 'posted' },
  return: { did: 'returned', state: 'returned' },
  excuse: { did: 'excused', state: 'excused' },
} as const satisfies Record<GradeEnd, { did: GradeAct; state: WorkState }>

/**
 * Grades a piece of work: as a draft for its graders alone, or posted to its learners.
 * @throws grading.changed (409) with the grade of the faster grader, grading.posted (409), invalid (400) at missing parts,
 * not-found
 */
export async function gradeWork(
  scope: TenantScope,
  id: string,
  { version, act, ...given }: NewGrade,
  shown: Shown,
): Promise<OpenWork> {
  await findWork(scope, id)
  if (act !== 'keep') await lockLearners(scope, [id])
  const work = await lockWork(scope, id)
  await rejectChanged(scope, work, version)
  if (act === 'keep' && !['waiting', 'graded'].includes(work.state)) {
    throw new AppError('grading.posted', 409, 'The grade is already posted. Post the change, or hide the grade first.')
  }
  const asked = await getJudgedWork(scope, work)
  // A correction uses the rubric of the grade that it corrects.
  const before = gradeOf(await logOf(scope, id), work)
  const judged = { ...asked, rubric: before?.rubric ?? asked.rubric }
  rejectAttempt(judged, act)
  rejectUnknown(judged, given)
  const result = act === 'excuse' ? nothing : computeResult(judged, given)
  rejectIncomplete(judged, given, result, act)
  const { did, state } = ends[act]
  await logGrade(scope, work, { did, rubric: judged.rubric, given, result })
  const graded = await updateWork(scope, work, { state, score: result.score })
  if (did !== 'kept') {
    const { rubric } = judged
    await publishResult(scope, graded, judged, { did, rubric, given, result })
    await recordAct(scope, graded, did)
  }
  return toOpenWork(scope, graded, judged, shown)
}

/** @throws grading.changed (409) with the grade that was given since the work was read */
async function rejectChanged(scope: TenantScope, work: SeenWork, version: number): Promise<void> {
  if (work.version === version) return
  const grade = gradeOf(await logOf(scope, work.id), work)
  const message = grade
    ? `${grade.by || 'Someone else'} has graded this in the meantime. Look at their marks first.`
    : 'This was resubmitted in the meantime. Look at it first.'
  throw new AppError('grading.changed', 409, message, { details: { version: work.version, grade } })
}

/** @throws grading.attempt (409) for acts that apply to submissions alone */
function rejectAttempt({ attempt }: JudgedWork, act: GradeEnd | 'hide'): void {
  if (!attempt || (act !== 'return' && act !== 'hide')) return
  const message =
    act === 'return'
      ? 'An attempt cannot be done again. Give its learner another one instead.'
      : 'The score of an attempt is posted immediately, and can be changed.'
  throw new AppError('grading.attempt', 409, message)
}

const nothing: GradeResult = { givenPoints: null, mostPoints: null, deduction: 0, score: null, isPassed: null }

/** @throws invalid (400) at `marks` and `items` that the rubric and the attempt do not have */
function rejectUnknown({ rubric, attempt }: JudgedWork, { marks, items }: GivenGrade): void {
  for (const { item, points } of items) {
    const question = attempt?.items.find((one) => one.item === item)
    if (!question) throw invalidField('items', `There is no answer ${item} to judge`)
    if (points !== null && points > question.mostPoints) {
      throw invalidField('items', `Answer ${item} gives 0 to ${question.mostPoints} points`)
    }
  }
  const isKnown = marks.every(({ criterionId, levelId }) => {
    const criterion = rubric.criteria.find(({ id }) => id === criterionId)
    return criterion && (levelId === null || criterion.levels.some(({ id }) => id === levelId))
  })
  const isOnce = new Set(marks.map(({ criterionId }) => criterionId)).size === marks.length
  if (!isKnown || !isOnce) throw invalidField('marks', 'Not a criterion or a level of this rubric')
}

/** @throws invalid (400) if the grade is too incomplete to be shown to learners */
function rejectIncomplete(
  judged: JudgedWork,
  { comment, marks }: GivenGrade,
  { score }: GradeResult,
  act: GradeEnd,
): void {
  if (act === 'return' && comment === '' && marks.every((mark) => mark.comment === '')) {
    throw invalidField('comment', 'Say what is to be done again')
  }
  if (act !== 'post' || score !== null) return
  if (judged.attempt) throw invalidField('items', 'Give points for each answer')
  if (hasPoints(judged.rubric)) {
    throw invalidField('marks', 'Choose a level for each criterion, or give points for the whole')
  }
  if (judged.hasToPass) throw invalidField('isPassed', 'Say whether it is passed, or give points')
}

/** Updates the work after an act of the caller. */
export async function updateWork(
  scope: TenantScope,
  work: SeenWork,
  { state, score }: Pick<SeenWork, 'state' | 'score'>,
): Promise<SeenWork> {
  const version = work.version + 1
  const graderId = scope.actor.user?.id ?? null
  const updatedAt = scope.core.clock.now().toISOString()
  await WorkModel.query(scope.trx).findById(work.id).patch({ state, score, version, graderId, updatedAt })
  return { ...work, state, score, version }
}

const did = {
  posted: 'Posted the grade of',
  returned: 'Returned',
  excused: 'Excused',
  hidden: 'Hid the grade of',
} as const

/** Records in the audit log that the caller graded, and not the marks: the log of grades has these. */
export const recordAct = (scope: TenantScope, work: SeenWork, act: keyof typeof did): Promise<void> =>
  record(scope, {
    action: `grade.${act}`,
    category: 'system',
    description: `${did[act]} work for ${work.lesson} of the course ${work.course}`,
    resource: 'work',
    resourceId: work.id,
    metadata: { courseId: work.courseId, lessonId: work.lessonId, number: work.number },
  })

/**
 * Hides a posted grade from its learners again.
 * @throws grading.changed (409), grading.not-posted (409) for a draft, not-found
 */
export async function hideGrade(scope: TenantScope, id: string, version: number, shown: Shown): Promise<OpenWork> {
  await findWork(scope, id)
  await lockLearners(scope, [id])
  const work = await lockWork(scope, id)
  await rejectChanged(scope, work, version)
  const grade = gradeOf(await logOf(scope, id), work)
  if (!grade || ['waiting', 'graded'].includes(work.state)) {
    throw new AppError('grading.not-posted', 409, 'The grade is not posted yet.')
  }
  const judged = await getJudgedWork(scope, work)
  rejectAttempt(judged, 'hide')
  const { rubric, given, ...result } = grade
  await logGrade(scope, work, { did: 'hidden', rubric, given, result: toGradeResult(result) })
  const hidden = await updateWork(scope, work, { state: 'graded', score: grade.score })
  await hideResult(scope, hidden, judged)
  await recordAct(scope, hidden, 'hidden')
  return toOpenWork(scope, hidden, judged, shown)
}

/** Reads the result from a row of the log. */
export const toGradeResult = ({ givenPoints, mostPoints, deduction, score, isPassed }: GradeResult): GradeResult => ({
  givenPoints,
  mostPoints,
  deduction,
  score,
  isPassed,
})
