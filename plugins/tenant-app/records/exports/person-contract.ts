import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { dataExport } from './contract.ts'

/** A person's data as a file, requested by that person, a guardian, or an admin on their behalf. */
export const personalExport = dataExport
  .pick({
    id: true,
    status: true,
    progress: true,
    filename: true,
    size: true,
    includesHealth: true,
    createdAt: true,
    expiresAt: true,
  })
  .extend({
    /** Id of the person: exactly one of the two. */
    userId: id.nullable(),
    studentId: id.nullable(),
    createdAt: instant,
  })
export type PersonalExport = z.infer<typeof personalExport>

export const newPersonalExport = z
  .object({
    /** Id of a student; guardians name a child of theirs. Without this and `userId` the export is about the caller. */
    studentId: id.optional(),
    /** Id of a user or a guardian without an account, for admins. */
    userId: id.optional(),
    /** True to include a student's health data, for admins. A child's guardians get it in any case. */
    includesHealth: z.boolean().default(false),
    /** Purpose for which an admin needs the health data. */
    reason: text(500).default(''),
  })
  .refine(({ studentId, userId }) => studentId === undefined || userId === undefined, {
    path: ['userId'],
    message: 'Name one person',
  })

const allRoles = { who: 'signed-in', hosts: 'both', scope: 'tenant' } as const

export const personalExportsContract = {
  listPersonalExports: endpoint({
    method: 'GET',
    path: '/api/personal-exports',
    summary: 'What the caller has asked for of people’s data, newest first',
    access: { ...allRoles, sessionOnly: true },
    query: pagingQuery.extend({ studentId: id.optional(), userId: id.optional() }),
    response: z.array(personalExport),
  }),
  createPersonalExport: endpoint({
    method: 'POST',
    path: '/api/personal-exports',
    status: 202,
    summary: 'Start an export of one person’s data as a ZIP, which the requester can download for seven days',
    rateLimit: 10,
    audit: 'personal-export.started',
    access: { ...allRoles, whileReadOnly: true, recentlyConfirmed: true, sessionOnly: true },
    body: newPersonalExport,
    response: personalExport,
  }),
  downloadPersonalExport: endpoint({
    method: 'GET',
    path: '/api/personal-exports/{id}/download',
    summary: 'One person’s data as a file, or a part of it; each download is recorded',
    rateLimit: 60,
    audit: 'personal-export.downloaded',
    unaudited: 'A later part of a download that is recorded already',
    access: { ...allRoles, scope: 'none', recentlyConfirmed: true, sessionOnly: true },
    params: z.object({ id }),
    errors: [416],
    response: 'file',
  }),
} as const
