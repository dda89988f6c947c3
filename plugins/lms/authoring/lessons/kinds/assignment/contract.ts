import { defineKind } from '../kind-contract.ts'
import {
  handingIn,
  submissionDetails,
  listSubmissionFiles,
  describeSubmissionRule,
  listUnfinishedSubmission,
} from '../submission-contract.ts'

export const assignment = defineKind({
  type: 'assignment',
  details: submissionDetails,
  unfinished: listUnfinishedSubmission,
  // Includes the rubric: learners who know the criteria do better work.
  shown: (details) => details,
  files: listSubmissionFiles,
  rule: describeSubmissionRule,
  ...handingIn,
})
