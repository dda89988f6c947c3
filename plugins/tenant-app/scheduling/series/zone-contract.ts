import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { instant, timeZone } from '#core/contract/fields.ts'
import { admins } from '../../contract.ts'

/**
 * Rule for upcoming sessions when the organization changes its zone. `local-time`: 4 PM stays 4 PM, at another instant.
 * `instant`: sessions keep their instants, at another local time.
 */
export const sessionTimes = ['local-time', 'instant'] as const

/** Maximum number of remarks about sessions before they move. */
export const MAX_REMARKS = 50

const remark = z.object({
  name: z.string(),
  startDate: instant,
  /** Start of the session if it keeps its local time. */
  movedTo: instant,
  /**
   * Kinds of remarks. `skipped`: daylight saving skips the time there, so the session begins later by the gap. `repeated`: the
   * time occurs twice, and the session begins at the first. `instructor`: its instructor teaches another session then, so it
   * has no instructor yet. `begun`: that time is over, so the session keeps its instant.
   */
  kind: z.enum(['skipped', 'repeated', 'instructor', 'begun']),
})

const zoneEffect = z.object({
  /** Numbers of upcoming sessions that move with their local time, and of their series. */
  sessions: z.number().int(),
  series: z.number().int(),
  /** Number of upcoming sessions with attendance, or in a series with its own zone, which keep their instants. */
  kept: z.number().int(),
  /** Next session that moves. */
  example: remark.omit({ kind: true }).nullable(),
  /** First remarks, and their number. */
  remarks: z.array(remark).max(MAX_REMARKS),
  remarkCount: z.number().int(),
})
export type ZoneEffect = z.infer<typeof zoneEffect>
export type ZoneRemark = z.infer<typeof remark>

export const zoneContract = {
  previewZone: endpoint({
    method: 'POST',
    path: '/api/tenant/time-zone/preview',
    summary: 'What keeping the local time of sessions to come would do in another zone',
    unaudited: 'Nothing is changed',
    access: admins,
    body: z.object({ timeZone }),
    response: zoneEffect,
  }),
} as const
