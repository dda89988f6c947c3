import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { recordName } from '#core/contract/identity.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins } from '../../contract.ts'
import { organizationRoles } from './contract.ts'

/** Another name on record that a user has asked for. */
export const nameRequest = z.object({
  /** Id of the person. */
  id,
  role: z.enum(organizationRoles),
  /** On record now. */
  firstName: z.string(),
  lastName: z.string(),
  requestedFirstName: z.string(),
  requestedLastName: z.string(),
  requestedAt: instant,
})
export type NameRequest = z.infer<typeof nameRequest>

/** The name comes with the decision: one that was asked for since is not decided unseen. */
const nameDecision = recordName.extend({ isApproved: z.boolean() })

export const namesContract = {
  listNameRequests: endpoint({
    method: 'GET',
    path: '/api/name-requests',
    summary: 'Other names on record that people have asked for, the longest waiting first',
    access: admins,
    query: pagingQuery,
    response: z.array(nameRequest),
  }),
  decideNameRequest: endpoint({
    method: 'PUT',
    path: '/api/name-requests/{id}',
    summary: 'Approve or reject the name that a person has asked for; 409 where they ask for another one by now',
    audit: ['user.name-approved', 'user.name-rejected'],
    access: admins,
    params: z.object({ id }),
    body: nameDecision,
    response: 'none',
  }),
} as const
