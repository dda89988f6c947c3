import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'

/** A student as the portal shows them to those who may see them. */
export const child = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  /** `2016-04-30`. */
  dateOfBirth: z.string().nullable(),
  grade: z.string().nullable(),
  isActive: z.boolean(),
})
export type Child = z.infer<typeof child>

/** What guardians are answered about their own children, and super admins, who pick a child, about everybody's. */
export const guardians = { who: ['parent'], hosts: 'tenant', scope: 'tenant' } as const

export const familiesContract = {
  listChildren: endpoint({
    method: 'GET',
    path: '/api/children',
    summary: 'The children whom the caller may see, active ones first, by name; 50 unless said otherwise',
    access: guardians,
    query: searchQuery,
    response: z.array(child),
  }),
  getChild: endpoint({
    method: 'GET',
    path: '/api/children/{id}',
    summary: 'One child whom the caller may see',
    access: guardians,
    params: z.object({ id }),
    response: child,
  }),
} as const
