import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { conditionKinds, riskLevels } from '../contract.ts'

const healthCondition = z.object({
  id: z.uuid(),
  studentId: z.uuid(),
  kind: z.enum(conditionKinds),
  name: z.string(),
  risk: z.enum(riskLevels),
  triggers: z.string(),
  reaction: z.string(),
  /** Response to a reaction. */
  response: z.string(),
  medication: z.string(),
  /** Storage place of the medication. */
  medicationPlace: z.string(),
  /** Time from which the child no longer has it; null while it does. */
  endedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** An allergy or a condition of a student. */
export class HealthConditionModel extends tableModel('health_conditions', healthCondition) {}
