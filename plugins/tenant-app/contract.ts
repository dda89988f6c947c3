import { z } from 'zod'
import { endpoint, type Access } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'

/** Who may call what concerns the organization's work: the people who plan and run it. */
export const staff = { who: ['tenant_admin', 'instructor'], hosts: 'both', scope: 'tenant' } as const
export const admins = { ...staff, who: ['tenant_admin'] } as const
/** Parents are answered what concerns their own children. */
export const staffAndParents = { ...staff, who: [...staff.who, 'parent'] } as const

/** One of the rows that a figure on a card counts, or is the mean or the sum of. */
export const figureRow = z.object({
  id,
  name: z.string(),
  /** What it is told apart by: a place, a grade, a challenge. */
  about: z.string(),
  at: instant.nullable(),
  /** What it adds, and of how much; null where rows are counted. */
  amount: z.number().int().nullable(),
  most: z.number().int().nullable(),
  /** The page that it has. */
  sessionId: id.nullable(),
  studentId: id.nullable(),
})
export type FigureRow = z.infer<typeof figureRow>

/** Where a figure tells what it counts. Its address begins with that of the figure, so that both are read again at once. */
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
