import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Path on an organization's host that signs in users of the platform's host: a form is posted there. */
export const ARRIVAL_PATH = '/hand-over'

/** The form: `next` is the path to go on to; one that is too long is ignored. */
export const arrivalForm = z.object({
  token: z.string().min(1).max(100),
  next: z.string().max(2000).optional().catch(undefined),
})

/** Details of the answer 409 `identity.hand-over-host`, and a part of the success. */
export const handOverTarget = z.object({ subdomain: z.string() })

export const handOverContract = {
  handOver: endpoint({
    method: 'POST',
    path: '/api/hand-over',
    summary:
      "A token with which the caller goes on at the own organization's host, valid once and for 60 seconds; 409 `identity.hand-over-host` where the host is none of the platform's names",
    unaudited: "Recorded as `auth.handed-over` by the organization's host, where it is used",
    access: { who: ['instructor', 'parent', 'student'], hosts: 'platform', scope: 'none', sessionOnly: true },
    response: handOverTarget.extend({ token: z.string() }),
  }),
} as const
