import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { difficultyLevel } from '../contract.ts'
import { criterion, resultKind } from '../judging-contract.ts'

const challenge = z.object({
  id: z.uuid(),
  sessionId: z.uuid().nullable(),
  tenantProjectId: z.uuid().nullable(),
  title: z.string(),
  description: z.string(),
  instructions: z.string(),
  maxScore: z.number().int(),
  difficultyLevel,
  /** Minutes. */
  timeLimit: z.number().int().nullable(),
  isActive: z.boolean(),
  criteria: z.array(criterion),
  resultBy: resultKind,
  createdAt: z.string(),
  updatedAt: z.string(),
})

export class ChallengeModel extends tableModel('challenges', challenge) {}
