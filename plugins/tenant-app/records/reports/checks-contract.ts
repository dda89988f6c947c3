import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'
import { reportFilters } from './contract.ts'

/** Kinds of days to check before hours are sent to a funder. */
export const checkKinds = ['assumed-departure', 'not-taken', 'long-day', 'overlap', 'migrated'] as const
const checkKind = z.enum(checkKinds, `Use one of ${checkKinds.join(', ')}`)
export type CheckKind = (typeof checkKinds)[number]

/** One meeting to check, with the number of affected students. */
export const reportCheck = z.object({
  kind: checkKind,
  sessionId: id,
  meetingId: id,
  /** Name of the session. */
  name: z.string(),
  startsAt: instant,
  endsAt: instant,
  students: z.number().int(),
})
export type ReportCheck = z.infer<typeof reportCheck>

/** Number of students by attended hours: at least `from`, and less than `to`. */
export const hoursBand = z.object({
  from: z.number().int(),
  /** null for the last band. */
  to: z.number().int().nullable(),
  students: z.number().int(),
})
export type HoursBand = z.infer<typeof hoursBand>

export const reportChecksContract = {
  listReportChecks: endpoint({
    method: 'GET',
    path: '/api/reports/attendance/checks',
    summary: 'Meetings of a period to check before its hours are sent, by kind and the latest day first',
    access: staff,
    query: reportFilters.extend({ ...pagingQuery.shape, kind: checkKind.optional() }),
    response: z.array(reportCheck),
  }),
  listHoursBands: endpoint({
    method: 'GET',
    path: '/api/reports/attendance/bands',
    summary: 'How many students attended how many hours in a period, in the organization’s bands',
    access: staff,
    query: reportFilters,
    response: z.array(hoursBand),
  }),
} as const
