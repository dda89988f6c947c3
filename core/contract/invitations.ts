import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, requiredText } from './fields.ts'
import { calledNameChange, newPassword, user } from './identity.ts'

/** Invitation as the emailed link shows it to anyone who opens it. */
export const openInvitation = user
  .pick({ firstName: true, lastName: true, role: true })
  .extend({ email: email(), tenantName: z.string() })
export type OpenInvitation = z.infer<typeof openInvitation>

const token = requiredText(200)

/** The name on record stays as the organization wrote it. */
export const invitationAcceptance = calledNameChange
  .partial()
  .extend({ token, password: newPassword, confirmPassword: z.string().max(200) })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    message: "Passwords don't match",
    path: ['confirmPassword'],
  })

const access = { who: 'anyone', hosts: 'both', scope: 'none' } as const

export const invitationsContract = {
  readInvitation: endpoint({
    method: 'POST',
    path: '/api/invitations/open',
    rateLimit: 60,
    summary: 'The invitation of an emailed link’s token; 400 in words if it is used, expired or withdrawn',
    unaudited: 'Nothing is changed; a token in an address would be written into logs',
    access,
    body: z.object({ token }),
    errors: [400],
    response: openInvitation,
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/invitations/accept',
    rateLimit: 60,
    summary: 'Open the account with a password, once and within 7 days of the email; signs in',
    audit: ['user.invitation-accepted', 'auth.signed-in'],
    access,
    body: invitationAcceptance,
    errors: [400, 403],
    response: user,
  }),
} as const
