import { z } from 'zod'
import { defineKind } from '../kind-contract.ts'
import {
  handingIn,
  submissionDetails,
  submissionFiles,
  submissionRule,
  unfinishedSubmission,
} from '../submission-contract.ts'

export const projectDetails = submissionDetails.extend({
  /** Most people of a team; 1: everybody alone. */
  teamSize: z.number().int('Not a whole number').min(1, 'At least 1').max(20, 'At most 20').default(1),
})
export type ProjectDetails = z.output<typeof projectDetails>

export const project = defineKind({
  type: 'project',
  details: projectDetails,
  unfinished: unfinishedSubmission,
  shown: (details) => details,
  files: submissionFiles,
  rule: submissionRule,
  ...handingIn,
})
