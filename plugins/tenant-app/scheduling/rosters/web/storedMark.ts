import { z } from 'zod'
import { id, instant } from '#core/contract/fields.ts'
import { attendanceMark } from '../contract.ts'

/** An attendance record, as stored on the device until it is saved. */
export const storedMark = z.object({
  id,
  sessionId: id,
  meetingId: id,
  studentName: z.string(),
  /** Time by the server's clock as the device knows it. */
  madeAt: instant,
  /** Reason of a refusal; empty while it is pending. */
  refusal: z.string(),
  mark: attendanceMark,
})
export type StoredMark = z.output<typeof storedMark>
