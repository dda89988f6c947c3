import { z } from 'zod'
import { endpoint, type Access } from '#core/contract/endpoint.ts'
import { id, instant, line } from '#core/contract/fields.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'

/** Access of staff: the people who plan and run the organization's work. */
export const staff = { who: ['tenant_admin', 'instructor'], hosts: 'both', scope: 'tenant' } as const
export const admins = { ...staff, who: ['tenant_admin'] } as const
/** Access of staff and parents, who read data about their own children. */
export const staffAndParents = { ...staff, who: [...staff.who, 'parent'] } as const

/** One of the rows behind a number on a card, which is their count, mean or sum. */
export const figureRow = z.object({
  id,
  name: z.string(),
  /** Detail that distinguishes rows: a place, a grade, a challenge. */
  about: z.string(),
  at: instant.nullable(),
  /** Amount that the row adds; null where rows are counted. */
  amount: z.number().int().nullable(),
  most: z.number().int().nullable(),
  /** Id of the row's page. */
  sessionId: id.nullable(),
  studentId: id.nullable(),
})
export type FigureRow = z.infer<typeof figureRow>

/** Creates the endpoint of a number's rows. Its path begins with the number's, so that both are refetched at once. */
export const figureRows = <const Path extends `/${string}`, const A extends Access>(
  path: Path,
  access: A,
  summary: string,
) => endpoint({ method: 'GET', path, summary, access, query: pagingQuery, response: z.array(figureRow) })

export const tenantAppContract = {
  timeZone: endpoint({
    method: 'GET',
    path: '/api/tenant/time-zone',
    summary: 'The zone in which the organization reads its times',
    access: { ...staff, who: 'signed-in' },
    response: z.object({ timeZone: z.string() }),
  }),
} as const

export const studentStatuses = ['active', 'inactive'] as const

/** Filters of the list of students, of its file, and of the families that letters are printed for. */
export const studentFilters = searchQuery.pick({ search: true }).extend({
  grade: line(20).optional(),
  status: z.enum(studentStatuses).optional(),
  /** Id of a group; filters its members of today. */
  groupId: id.optional(),
  /** Students none of whose guardians has an account. */
  account: z.enum(['none']).optional(),
})
export type StudentFilters = z.output<typeof studentFilters>
