import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { restrictionKinds } from '../contract.ts'

const restriction = z.object({
  id: z.uuid(),
  /** The guardian's link to one child: a restriction does not affect the guardian's other children. */
  parentStudentId: z.uuid(),
  kind: z.enum(restrictionKinds),
  notes: z.string(),
  documentDate: z.string().nullable(),
  reviewOn: z.string().nullable(),
  verifiedBy: z.string(),
  createdAt: z.string(),
  liftedAt: z.string().nullable(),
  liftedBy: z.string().nullable(),
})

/** Restriction of a guardian, including lifted ones. At most one per guardian is in force. */
export class RestrictionModel extends tableModel('guardian_restrictions', restriction) {}
