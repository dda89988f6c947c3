import { computeDeduction, type DueRules } from '../../authoring/lessons/kinds/due-contract.ts'
import { sumMaxPoints, type Rubric } from '../../authoring/lessons/kinds/rubric-contract.ts'
import { isReached, scoreOf, sumOfPoints, withoutPercent } from '../../shared/scores-contract.ts'
import type { JudgedAttempt, JudgedItem } from './contract.ts'
import type { GivenGrade, GradeResult, Mark } from './grade-contract.ts'

/** Rules by which work is graded. */
export interface Judgement {
  rubric: Rubric
  passPercent: number
  /** null: lateness is not penalized. */
  late: DueRules | null
  lateSeconds: number
  /** Attempt whose answers are graded, each by its own points. */
  attempt?: (Pick<JudgedAttempt, 'otherPoints' | 'mostPoints'> & { items: readonly Pick<JudgedItem, 'item'>[] }) | null
}

/** Maximum points of the whole work, if points are given for it and the rubric has none. */
const MAX_POINTS_WITHOUT_RUBRIC = 100

/** Checks if the rubric gives points. */
export const hasPoints = (rubric: Rubric): boolean => sumMaxPoints(rubric) > 0

/** Finds the points of a criterion; null until it is graded. */
function findMarkPoints(rubric: Rubric, { criterionId, levelId, points }: Mark): number | null {
  if (points !== null) return points
  const level = rubric.criteria.find(({ id }) => id === criterionId)?.levels.find(({ id }) => id === levelId)
  return level?.points ?? null
}

/** Sums the points of all criteria; null until each is graded. */
function sumRubricPoints(rubric: Rubric, marks: readonly Mark[]): number | null {
  if (!hasPoints(rubric)) return null
  const given = rubric.criteria.map(({ id }) => {
    const mark = marks.find(({ criterionId }) => criterionId === id)
    return mark ? findMarkPoints(rubric, mark) : null
  })
  const judged = given.filter((points) => points !== null)
  return judged.length < given.length ? null : sumOfPoints(judged)
}

/**
 * Computes the result of a grade. Points above the maximum count as the maximum. Lateness is deducted from the score, in
 * percent of the whole; passed or failed without points stays so, however late the work is.
 */
export function computeResult(judgement: Judgement, given: GivenGrade): GradeResult {
  const { rubric, passPercent, late, lateSeconds, attempt } = judgement
  if (attempt) return computeAttemptResult(attempt, passPercent, given)
  const most = hasPoints(rubric) ? sumMaxPoints(rubric) : MAX_POINTS_WITHOUT_RUBRIC
  const points = given.points ?? sumRubricPoints(rubric, given.marks)
  if (points === null) {
    const score = given.isPassed === null ? null : given.isPassed ? 100 : 0
    return { givenPoints: null, mostPoints: null, deduction: 0, score, isPassed: given.isPassed }
  }
  const reached = scoreOf({ points, maxPoints: most })
  const deduction = late ? computeDeduction(late, { score: reached, lateSeconds }) : 0
  const score = withoutPercent(reached, deduction)
  return { givenPoints: points, mostPoints: most, deduction, score, isPassed: isReached(score, passPercent) }
}

/** Computes the result of an attempt whose answers are all graded; lateness is settled when it ends. */
function computeAttemptResult(
  { otherPoints, mostPoints: most, items }: NonNullable<Judgement['attempt']>,
  passPercent: number,
  given: GivenGrade,
): GradeResult {
  const points = items.map(({ item }) => given.items.find((one) => one.item === item)?.points ?? null)
  const judged = points.filter((one) => one !== null)
  if (judged.length < points.length) {
    return { givenPoints: null, mostPoints: most, deduction: 0, score: null, isPassed: null }
  }
  const givenPoints = sumOfPoints([otherPoints, ...judged])
  const score = scoreOf({ points: givenPoints, maxPoints: most })
  return { givenPoints, mostPoints: most, deduction: 0, score, isPassed: isReached(score, passPercent) }
}
