import { practiceDetails, quizRule, shownQuiz, unfinishedQuiz } from '../../../questions/quiz-contract.ts'
import { defineKind } from '../kind-contract.ts'
import { missingScore } from '../missing-contract.ts'

/** For practice. */
export const quiz = defineKind({
  type: 'quiz',
  details: practiceDetails,
  unfinished: ({ details }) => unfinishedQuiz(details),
  shown: (details) => shownQuiz(details, []),
  previewed: (details) => shownQuiz(details, details.questions),
  files: () => [],
  rule: quizRule,
  missing: ({ passPercent }, facts) => missingScore(facts, passPercent),
  isDone: ({ passPercent }, facts) => missingScore(facts, passPercent).length === 0,
  isSelfReported: () => false,
})
