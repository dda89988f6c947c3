import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { admins } from '../../contract.ts'
import { viewReason } from '../../base/ledger/contract.ts'

export const restrictionKinds = ['court-order', 'protection-order', 'custody', 'other'] as const
export type RestrictionKind = (typeof restrictionKinds)[number]

/** Restriction of a guardian's rights over one child, until an admin lifts it. */
export const restriction = z.object({
  id,
  kind: z.enum(restrictionKinds),
  /** Date of the document, as `2027-03-29`. */
  documentDate: z.string().nullable(),
  /** Review day. The restriction stays in force past that day. */
  reviewOn: z.string().nullable(),
  isReviewDue: z.boolean(),
  notes: z.string(),
  /** Name of the user who saw the document. */
  verifiedBy: z.string(),
  createdAt: instant,
  /** Both null while the restriction is in force. */
  liftedAt: instant.nullable(),
  liftedBy: z.string().nullable(),
})
export type Restriction = z.infer<typeof restriction>

const day = z.iso
  .date('Not a valid date')
  .refine((value) => value >= '1900-01-01' && value < '2100-01-01', 'Between 1900 and 2099')
  .nullable()
  .default(null)

export const newRestriction = z.object({
  kind: z.enum(restrictionKinds, 'Please select what restricts the guardian'),
  documentDate: day,
  reviewOn: day,
  notes: text(5000).default(''),
  verifiedBy: requiredText(201, 'Enter who has verified the document'),
})
export type NewRestriction = z.output<typeof newRestriction>

/** Restrictions protect a child: a read-only organization still accepts them. */
const access = { ...admins, whileReadOnly: true, sessionOnly: true } as const
const params = z.object({ id, guardianId: id })

export const restrictionsContract = {
  viewRestrictions: endpoint({
    method: 'POST',
    path: '/api/students/{id}/guardians/{guardianId}/restriction-views',
    summary: 'Read what restricts a guardian, and what has, newest first, at most 50; each reading is kept',
    unaudited: 'The ledger keeps who has read it, when and why',
    access,
    params,
    body: viewReason,
    response: z.array(restriction),
  }),
  restrictGuardian: endpoint({
    method: 'POST',
    path: '/api/students/{id}/guardians/{guardianId}/restrictions',
    summary: 'Restrict a guardian, who loses access to the child and gets no notifications from then on',
    audit: 'guardian.changed',
    access,
    params,
    body: newRestriction,
    response: 'none',
  }),
  liftRestriction: endpoint({
    method: 'POST',
    path: '/api/students/{id}/guardians/{guardianId}/restrictions/lift',
    summary: 'Lift a guardian’s restriction, so that the rights hold again that the guardian was given',
    audit: 'guardian.changed',
    access,
    params,
    response: 'none',
  }),
} as const
