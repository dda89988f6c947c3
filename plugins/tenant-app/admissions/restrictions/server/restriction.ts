import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { restrictionKinds } from '../contract.ts'

const restriction = z.object({
  id: z.uuid(),
  /** The guardian's link to one child: other children of the same guardian are not concerned. */
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

/** Restriction of a guardian, also after it was lifted. At most one of a guardian stands. */
export class RestrictionModel extends tableModel('guardian_restrictions', restriction) {}
