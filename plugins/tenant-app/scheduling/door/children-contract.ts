import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'
import { adultKinds } from './contract.ts'

/** An arrival or departure as families read it. */
export const childDoorEntry = z.object({
  id,
  kind: z.enum(['in', 'out', 'closed']),
  at: instant,
  sessionName: z.string(),
  byKind: z.enum(adultKinds).nullable(),
  byName: z.string(),
})
export type ChildDoorEntry = z.infer<typeof childDoorEntry>

export const badgeFormats = ['sheet', 'label'] as const
export type BadgeFormat = (typeof badgeFormats)[number]

export const doorChildrenContract = {
  listChildDoorLog: endpoint({
    method: 'GET',
    path: '/api/students/{id}/door-log',
    summary: 'Arrivals and departures of an own child, the latest first, without what was taken back',
    access: { ...staff, who: ['parent'] },
    params: z.object({ id }),
    query: pagingQuery,
    response: z.array(childDoorEntry),
  }),
  printBadges: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/door/badges',
    summary: 'Badges of a meeting as PDF, on label sheets or 62 × 29 mm: first name, initial, group, code of the day',
    access: { ...staff, sessionOnly: true },
    params: z.object({ id }),
    query: z.object({ meeting: id.optional(), format: z.enum(badgeFormats).default('sheet') }),
    rateLimit: 30,
    response: 'file',
  }),
} as const
