import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, line } from '#core/contract/fields.ts'
import { admins, studentFilters } from '../../contract.ts'

/** Reasons why a guardian without an account is left out. */
export const leftOutReasons = ['no-email', 'bounced', 'no-access', 'invited-today'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

const guardian = z.object({
  userId: id,
  name: z.string(),
  email: z.string().nullable(),
  /** Names of their children. */
  children: z.array(z.string()),
})

export const invitationPreview = z.object({
  /** Guardians who would be invited. */
  guardians: z.array(guardian),
  leftOut: z.array(guardian.extend({ reason: z.enum(leftOutReasons) })),
  /** Active students none of whose guardians has an account or an open invitation. */
  families: z.number().int(),
})
export type InvitationPreview = z.infer<typeof invitationPreview>

/** Students whose guardians are invited, as their list is filtered, and part of a guardian's name or address. */
const invitationFilters = studentFilters.extend({ guardian: line(200).optional() })
export type InvitationFilters = z.output<typeof invitationFilters>

/** Guardians that one act invites at most; the rest is invited by doing it again. */
export const MAX_INVITED = 1000

export const invitationsContract = {
  previewInvitations: endpoint({
    method: 'GET',
    path: '/api/guardian-invitations',
    summary: 'Guardians without an account whom an invitation would be emailed to, and who is left out and why',
    access: admins,
    query: invitationFilters,
    response: invitationPreview,
  }),
  inviteGuardians: endpoint({
    method: 'POST',
    path: '/api/guardian-invitations',
    summary: 'Email invitations to guardians without an account; who was invited within a day is left out',
    audit: 'user.invited',
    unaudited: 'Where everyone has been invited meanwhile, nothing is changed',
    access: admins,
    rateLimit: 10,
    bodyLimit: 131_072,
    body: z.object({ userIds: z.array(id).min(1, 'Choose who is invited').max(MAX_INVITED, `At most ${MAX_INVITED}`) }),
    response: z.object({ invited: z.number().int() }),
  }),
} as const
