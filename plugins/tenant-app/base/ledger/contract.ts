import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { growingQuery, searchQuery } from '#core/contract/paging.ts'
import { admins } from '../../contract.ts'

/**
 * Kinds of data that open on request, each view of which is recorded. `admin-access` is an action by which platform staff made
 * a user an admin, or restored or moved a user's access. `alert` is a line that was shown with a session's students, without a
 * request.
 */
export const viewedKinds = [
  'health',
  'emergency',
  'restrictions',
  'consents',
  'accommodations',
  'admin-access',
  'alert',
] as const
export type ViewedKind = (typeof viewedKinds)[number]

export const viewReasons = ['session', 'incident', 'guardian-asked', 'other'] as const

/**
 * Reason for a view, as part of a request's body. Instructors choose `reason` (and write `words` with `other`), super admins
 * write `words`, admins may omit both.
 */
export const viewReason = z.object({
  reason: z.enum(viewReasons, 'Please select a reason').nullable().default(null),
  words: text(500).default(''),
})
export type ViewReason = z.output<typeof viewReason>

/** Filter of views by viewer: the organization's own staff, or the platform's. */
export const viewerKinds = ['organization', 'platform'] as const

const view = z.object({
  id,
  viewerName: z.string(),
  viewerRole: z.enum(['superadmin', 'tenant_admin', 'instructor']),
  what: z.enum(viewedKinds),
  /** null where no reason was required. */
  reason: z.enum(viewReasons).nullable(),
  words: z.string(),
  /** True if the viewer had created the session or registration that gave the right within the day before. */
  isSelfArranged: z.boolean(),
  viewedAt: instant,
})
export type RecordedView = z.infer<typeof view>

export const viewOfOrganization = view.extend({
  /** null where the entry is about a user without a student's record. */
  studentId: id.nullable(),
  /** null for a deleted student, or an entry without one. */
  studentName: z.string().nullable(),
  /** The learner or the new admin; null for an entry without one, or a deleted user. */
  personName: z.string().nullable(),
})
export type ViewOfOrganization = z.infer<typeof viewOfOrganization>

export const viewOfStudent = view

export const ledgerContract = {
  listViews: endpoint({
    method: 'GET',
    path: '/api/access-ledger',
    summary:
      'Who opened health, emergency contacts, restrictions, consents and accommodations, or made an admin, the latest first; searched by names',
    access: admins,
    query: searchQuery.extend({ what: z.enum(viewedKinds).optional(), viewers: z.enum(viewerKinds).optional() }),
    response: z.array(viewOfOrganization),
  }),
  listStudentViews: endpoint({
    method: 'GET',
    path: '/api/students/{id}/views',
    summary:
      'Who looked at what of a student, the latest first, 25 unless said otherwise; for guardians of their child',
    access: { ...admins, who: ['tenant_admin', 'parent'] },
    params: z.object({ id }),
    query: growingQuery,
    response: z.array(viewOfStudent),
  }),
} as const
