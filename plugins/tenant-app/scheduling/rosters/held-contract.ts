import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'
import { attendance, attendanceMark, MAX_BATCH_SIZE } from './contract.ts'

/** Attendance by an account that was deactivated before it arrived, for an admin to apply or discard. */
export const heldMark = z.object({
  id,
  sessionId: id,
  meetingId: id,
  sessionName: z.string(),
  studentName: z.string(),
  mark: attendance.nullable(),
  note: z.string(),
  madeAt: instant,
  makerName: z.string(),
  /** User who was signed in when the device sent it. */
  sentBy: z.string().nullable(),
})
export type HeldMark = z.infer<typeof heldMark>

const marksToHold = z.object({
  /** Id of the account that recorded it. */
  makerId: id,
  sessionId: id,
  meetingId: id,
  marks: z
    .array(attendanceMark.required({ madeAt: true }))
    .min(1)
    .max(MAX_BATCH_SIZE, `At most ${MAX_BATCH_SIZE} at once`),
})
export type MarksToHold = z.output<typeof marksToHold>

export const heldContract = {
  holdMarks: endpoint({
    method: 'POST',
    path: '/api/held-marks',
    summary: 'Hand attendance marks that a deactivated account left on this device to the admins; each is held once',
    audit: 'attendance.marks-held',
    unaudited: 'Where all of them are held already, nothing is changed',
    access: { ...staff, whileReadOnly: true },
    bodyLimit: 800 * 1024,
    body: marksToHold,
    response: 'none',
  }),
  listHeldMarks: endpoint({
    method: 'GET',
    path: '/api/held-marks',
    summary: 'Attendance marks of deactivated accounts that no admin has decided on, the oldest first',
    access: admins,
    query: pagingQuery,
    response: z.array(heldMark),
  }),
  decideHeldMark: endpoint({
    method: 'POST',
    path: '/api/held-marks/{id}/decision',
    summary: 'Apply a held mark, which then counts as the caller’s, or discard it',
    audit: ['attendance.held-discarded', 'attendance.held-applied'],
    access: { ...admins, whileReadOnly: true },
    params: z.object({ id }),
    body: z.object({ decision: z.enum(['applied', 'discarded'], 'Please choose') }),
    response: 'none',
  }),
} as const
