import { z } from 'zod'
import { instant, text } from '#core/contract/fields.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time such as 16:30')

const settingFields = {
  /** Minutes after the end until a child counts as picked up late. */
  graceMinutes: z.number('Not a number').int('Not a whole number').min(0, 'At least 0').max(120, 'At most 120'),
  /** Instructors may release a child to an adult who is not on the list after a call; else an admin alone. */
  releasesAfterCall: z.boolean(),
  /** Hour from which children with consent leave alone; null: from the end of the meeting. */
  aloneFrom: z
    .union([clock, z.literal('')])
    .nullable()
    .transform((time) => (time === '' ? null : time)),
  /** Text of the email to admins half an hour after a child should have been picked up. */
  lateText: text(2000),
  /** Guardians release children at a kiosk by themselves; authorized pickups never do. */
  kioskChecksOut: z.boolean(),
}
export const doorSettings = z.object({ ...settingFields, updatedAt: instant.nullable() })
export type DoorSettings = z.infer<typeof doorSettings>

export const doorSettingsChange = z.object({ ...settingFields, updatedAt: instant.nullable() }).partial()
export type DoorSettingsChange = z.output<typeof doorSettingsChange>
