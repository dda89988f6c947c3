import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'

/** Who may call what concerns the organization's work: the people who plan and run it. */
export const staff = { who: ['tenant_admin', 'instructor'], hosts: 'both', scope: 'tenant' } as const
export const admins = { ...staff, who: ['tenant_admin'] } as const
/** Parents are answered what concerns their own children. */
export const staffAndParents = { ...staff, who: [...staff.who, 'parent'] } as const

export const tenantAppContract = {
  timeZone: endpoint({
    method: 'GET',
    path: '/api/tenant/time-zone',
    summary: 'The zone in which the organization reads its times',
    access: { ...staff, who: 'signed-in' },
    response: z.object({ timeZone: z.string() }),
  }),
} as const
