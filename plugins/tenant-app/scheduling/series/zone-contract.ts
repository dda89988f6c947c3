import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { instant, timeZone } from '#core/contract/fields.ts'
import { admins } from '../../contract.ts'

/**
 * Rule for upcoming sessions when the organization changes its zone. `local-time`: four o'clock stays four o'clock,
 * at another instant. `instant`: they take place when they would have, which the clock of the new zone shows differently.
 */
export const sessionTimes = ['local-time', 'instant'] as const

/** Sessions of which something is told before they move. */
export const MAX_REMARKS = 50

const remark = z.object({
  name: z.string(),
  startDate: instant,
  /** Start of the session if it keeps its local time. */
  movedTo: instant,
  /**
   * `skipped`: daylight saving skips the time there, so it begins as much later. `repeated`: the time comes twice, and it
   * begins at the first. `instructor`: its instructor teaches another session then, so nobody leads it yet. `begun`: that
   * time is over, so it stays at its instant.
   */
  kind: z.enum(['skipped', 'repeated', 'instructor', 'begun']),
})

const zoneEffect = z.object({
  /** Sessions to come that move with their local time, and of how many series. */
  sessions: z.number().int(),
  series: z.number().int(),
  /** To come, with attendance already or in a series that has a zone of its own: they stay at their instants. */
  kept: z.number().int(),
  /** The next one that moves. */
  example: remark.omit({ kind: true }).nullable(),
  /** The first of them, and how many there are. */
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
