import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { healthParts, proposalStatuses } from '../contract.ts'

const healthProposal = z.object({
  id: z.uuid(),
  studentId: z.uuid(),
  /** Id of the guardian; null for a deleted account. */
  proposedBy: z.uuid().nullable(),
  proposedByName: z.string(),
  part: z.enum(healthParts),
  /** Id of the condition to change; null for a new one, and for the other parts. */
  conditionId: z.uuid().nullable(),
  change: z.object({}).loose(),
  status: z.enum(proposalStatuses),
  answer: z.string(),
  decidedByName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Change that a guardian proposes to one part of a child's health. Staff approve or reject it. */
export class HealthProposalModel extends tableModel('health_proposals', healthProposal) {}
