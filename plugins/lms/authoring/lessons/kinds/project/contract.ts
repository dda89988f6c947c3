import { z } from 'zod'
import { defineKind } from '../kind-contract.ts'
import {
  handingIn,
  submissionDetails,
  listSubmissionFiles,
  describeSubmissionRule,
  listUnfinishedSubmission,
} from '../submission-contract.ts'

export const projectDetails = submissionDetails.extend({
  /** Maximum number of members of a team; 1: every learner works alone. */
  teamSize: z.number().int('Not a whole number').min(1, 'At least 1').max(20, 'At most 20').default(1),
})
export type ProjectDetails = z.output<typeof projectDetails>

export const project = defineKind({
  type: 'project',
  details: projectDetails,
  unfinished: listUnfinishedSubmission,
  shown: (details) => details,
  files: listSubmissionFiles,
  rule: describeSubmissionRule,
  ...handingIn,
})
