import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'
import { attendance, attendanceMark, MAX_BATCH_SIZE } from './contract.ts'

/** A mark of an account that was deactivated before it arrived, which an admin applies or discards. */
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
  /** User on whose sign-in the device handed it in. */
  sentBy: z.string().nullable(),
})
export type HeldMark = z.infer<typeof heldMark>

const marksToHold = z.object({
  /** The account that made them. */
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
