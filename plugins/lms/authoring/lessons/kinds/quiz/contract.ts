import { practiceDetails, describeQuizRule, toShownQuiz, listUnfinishedQuiz } from '../../../questions/quiz-contract.ts'
import { defineKind } from '../kind-contract.ts'
import { findMissingScore } from '../missing-contract.ts'

/** Kind for practice. */
export const quiz = defineKind({
  type: 'quiz',
  details: practiceDetails,
  unfinished: ({ details }) => listUnfinishedQuiz(details),
  shown: (details) => toShownQuiz(details, []),
  previewed: (details) => toShownQuiz(details, details.questions),
  files: () => [],
  rule: describeQuizRule,
  missing: ({ passPercent }, facts) => findMissingScore(facts, passPercent),
  isDone: ({ passPercent }, facts) => findMissingScore(facts, passPercent).length === 0,
  isSelfReported: () => false,
})
