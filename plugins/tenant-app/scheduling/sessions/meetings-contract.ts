import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { staff } from '../../contract.ts'

const meetingStatuses = ['planned', 'cancelled', 'closed'] as const

/** A day on which a session takes place; a session of one day has one. */
export const meeting = z.object({
  id,
  /** In the organization's zone. */
  day: z.string(),
  startsAt: instant,
  endsAt: instant,
  status: z.enum(meetingStatuses),
  /** Attendance is about this one by default: today's, else the next, else the last. */
  isCurrent: z.boolean(),
})
export type Meeting = z.infer<typeof meeting>

export const meetingsContract = {
  listMeetings: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/meetings',
    summary: 'The meetings of a session, in order',
    access: staff,
    params: z.object({ id }),
    response: z.array(meeting),
  }),
} as const
