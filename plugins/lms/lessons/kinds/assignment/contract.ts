import { defineKind } from '../kind-contract.ts'
import {
  handingIn,
  submissionDetails,
  submissionFiles,
  submissionRule,
  unfinishedSubmission,
} from '../submission-contract.ts'

export const assignment = defineKind({
  type: 'assignment',
  details: submissionDetails,
  unfinished: unfinishedSubmission,
  // The rubric too: who knows what counts does better work.
  shown: (details) => details,
  files: submissionFiles,
  rule: submissionRule,
  ...handingIn,
})
