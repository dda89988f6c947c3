import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { staff } from '../contract.ts'

export const instructor = z.object({ id, name: z.string(), email: z.string() })
export type Instructor = z.infer<typeof instructor>

export const peopleContract = {
  listInstructors: endpoint({
    method: 'GET',
    path: '/api/instructors',
    summary: 'Who can teach here: active instructors and admins of the organization, by name, 50 unless said otherwise',
    access: staff,
    query: searchQuery,
    response: z.array(instructor),
  }),
} as const
