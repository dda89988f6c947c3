import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'

/** From the most urgent on: `red` has to be done now, `amber` soon, `blue` is worth a look. */
export const attentionTones = ['red', 'amber', 'blue'] as const

/** Something on the platform that needs a super admin's attention. */
export const attention = z.object({
  /** Unique among all. */
  id: z.string(),
  tone: z.enum(attentionTones),
  /** In a word or two: 'Past due'. */
  label: z.string(),
  /** The organization, or what it is about. */
  name: z.string(),
  /** In a sentence that `at` may end: 'No one has signed in since'. */
  words: z.string(),
  at: instant.nullable(),
  /** The page where it is seen or done. */
  href: z.string(),
})
export type Attention = z.infer<typeof attention>

export const attentionContract = {
  listPlatformAttention: endpoint({
    method: 'GET',
    path: '/api/dashboard/attention',
    summary: 'What needs attention on the platform, the most urgent first, at most ten of each kind',
    access: { who: ['superadmin'], hosts: 'platform', scope: 'platform' },
    response: z.array(attention),
  }),
} as const
