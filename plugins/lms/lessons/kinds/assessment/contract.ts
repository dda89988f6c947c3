import { assessmentDetails, quizRule, shownQuiz, unfinishedQuiz } from '../../../questions/quiz-contract.ts'
import { defineKind } from '../kind-contract.ts'
import { missingScore } from '../missing-contract.ts'

/** For a score that counts. */
export const assessment = defineKind({
  type: 'assessment',
  details: assessmentDetails,
  unfinished: ({ details }) => unfinishedQuiz(details),
  shown: (details) => shownQuiz(details, []),
  files: () => [],
  rule: quizRule,
  missing: ({ passPercent }, facts) => missingScore(facts, passPercent),
  isDone: ({ passPercent }, facts) => missingScore(facts, passPercent).length === 0,
  isSelfReported: () => false,
})
