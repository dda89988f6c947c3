import {
  assessmentDetails,
  describeQuizRule,
  toShownQuiz,
  listUnfinishedQuiz,
} from '../../../questions/quiz-contract.ts'
import { defineKind } from '../kind-contract.ts'
import { findMissingScore } from '../missing-contract.ts'

/** Kind for a score that counts. */
export const assessment = defineKind({
  type: 'assessment',
  details: assessmentDetails,
  unfinished: ({ details }) => listUnfinishedQuiz(details),
  shown: (details) => toShownQuiz(details, []),
  files: () => [],
  rule: describeQuizRule,
  missing: ({ passPercent }, facts) => findMissingScore(facts, passPercent),
  isDone: ({ passPercent }, facts) => findMissingScore(facts, passPercent).length === 0,
  isSelfReported: () => false,
})
