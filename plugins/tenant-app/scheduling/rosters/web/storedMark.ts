import { z } from 'zod'
import { id, instant } from '#core/contract/fields.ts'
import { attendanceMark } from '../contract.ts'

/** A mark of attendance as it is kept on the device until it is saved. */
export const storedMark = z.object({
  id,
  sessionId: id,
  meetingId: id,
  studentName: z.string(),
  /** Time by the server's clock as the device knows it. */
  madeAt: instant,
  /** Why the server refuses it; empty while it waits. */
  refusal: z.string(),
  mark: attendanceMark,
})
export type StoredMark = z.output<typeof storedMark>
