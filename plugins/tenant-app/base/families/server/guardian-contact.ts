import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const guardianContact = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  phone: z.string(),
  address: z.string(),
  /** The staff's, which guardians never see. */
  notes: z.string(),
  updatedAt: z.string(),
})

/** Contact of a guardian, for all of the children. Each guardian sees their own alone. */
export class GuardianContactModel extends tableModel('guardian_contacts', guardianContact) {}
