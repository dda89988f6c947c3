import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { handOverTarget } from './hand-over.ts'
import { roles } from './roles.ts'

const ownOrganization = z.object({
  tenantId: id,
  name: z.string(),
  subdomain: z.string(),
  role: z.enum(roles),
  /** Things that wait for the user there, such as unread messages. */
  waiting: z.number().int(),
  /** Admins, and accounts with a second factor, sign in there. */
  needsSignIn: z.boolean(),
})
export type OwnOrganization = z.infer<typeof ownOrganization>

const people = { who: 'signed-in', hosts: 'tenant', scope: 'none', sessionOnly: true } as const

export const switchContract = {
  ownOrganizations: endpoint({
    method: 'GET',
    path: '/api/user/organizations',
    summary:
      'Other organizations in which the caller has an account with the same proven email address; none before it is proven here, or where the password was not set by an emailed link',
    access: people,
    response: z.array(ownOrganization),
  }),
  switchOrganization: endpoint({
    method: 'POST',
    path: '/api/user/organizations/{tenantId}/switch',
    summary:
      "A token with which the caller goes on at that organization's host, valid once and for 60 seconds; 404 where a sign-in is needed",
    unaudited: "Recorded as `auth.switched` by the other organization's host, where it is used",
    rateLimit: 20,
    access: people,
    params: z.object({ tenantId: id }),
    response: handOverTarget.extend({ token: z.string() }),
  }),
} as const
