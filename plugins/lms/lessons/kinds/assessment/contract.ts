import { assessmentDetails, quizRule, shownQuiz, unfinishedQuiz } from '../../../questions/quiz-contract.ts'
import { defineKind } from '../kind-contract.ts'
import { notTaken } from '../missing-contract.ts'

/** For a score that counts. */
export const assessment = defineKind({
  type: 'assessment',
  details: assessmentDetails,
  unfinished: ({ details }) => unfinishedQuiz(details),
  shown: (details) => shownQuiz(details, []),
  files: () => [],
  rule: quizRule,
  canBeDone: false,
  missing: notTaken,
  isDone: () => false,
  isSelfReported: () => false,
})
