import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Something that a new organization's admin does once. */
export const firstStep = z.object({
  id: z.string(),
  label: z.string(),
  help: z.string(),
  /** The screen where it is done. */
  href: z.string(),
  /** Apps that have that screen. */
  apps: z.array(z.enum(['platform', 'tenant'])),
  /** Derived from the data: a step that is undone must be done again. */
  isDone: z.boolean(),
})
export type FirstStep = z.infer<typeof firstStep>

const access = { who: ['tenant_admin'], hosts: 'both', scope: 'tenant' } as const

export const firstStepsContract = {
  firstSteps: endpoint({
    method: 'GET',
    path: '/api/tenant/first-steps',
    summary:
      'What the admin of a new organization does first, in order; none once all is done, it was dismissed, or the organization is not new any more',
    access,
    response: z.array(firstStep),
  }),
  dismissFirstSteps: endpoint({
    method: 'POST',
    path: '/api/tenant/first-steps/dismiss',
    summary: 'Put the checklist of first steps away for good, for every admin of the organization',
    audit: 'tenant.first-steps-dismissed',
    unaudited: 'If it was dismissed before, nothing changes',
    access,
    response: 'none',
  }),
} as const
