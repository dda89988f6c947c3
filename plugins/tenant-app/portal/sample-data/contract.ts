import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { admins } from '../../contract.ts'

const counted = z.object({
  /** One and many: 'student', 'students'. */
  called: z.tuple([z.string().describe('One of them'), z.string().describe('Several of them')]),
  /** Rows that are deleted, with all that was added to them. */
  removed: z.number().int(),
  /** Rows that stay as ordinary ones, since the organization's own data depends on them. */
  stays: z.number().int(),
})

// Programs have no reason to look around.
const access = { ...admins, sessionOnly: true } as const

/** Number of rows by kind, without kinds that have none. */
export const sampleRemoval = z.array(counted)
export type SampleRemoval = z.infer<typeof sampleRemoval>

export const sampleDataContract = {
  sampleData: endpoint({
    method: 'GET',
    path: '/api/tenant/sample-data',
    summary: 'Whether the organization has sample data',
    access,
    response: z.object({ isAdded: z.boolean() }),
  }),
  addSampleData: endpoint({
    method: 'POST',
    path: '/api/tenant/sample-data',
    summary: 'Add sample students, guardians, projects, sessions and a group to look around; emails no one',
    audit: ['sample-data.added', 'course.published', 'course.updated'],
    unaudited: 'If there is sample data, nothing changes',
    access,
    response: 'none',
  }),
  sampleRemoval: endpoint({
    method: 'GET',
    path: '/api/tenant/sample-data/removal',
    summary: 'What removing the sample data deletes, and what stays',
    access,
    response: sampleRemoval,
  }),
  removeSampleData: endpoint({
    method: 'DELETE',
    path: '/api/tenant/sample-data',
    summary: 'Delete the sample data with all that was added to it; rows that own data depends on stay',
    audit: 'sample-data.removed',
    unaudited: 'If there is no sample data, nothing changes',
    access,
    response: 'none',
  }),
} as const
