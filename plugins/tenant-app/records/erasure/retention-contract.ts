import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { admins } from '../../contract.ts'

/** Kinds of data with a retention period: the first two from when a student leaves, the last from the session. */
export const retainedKinds = ['health', 'consents', 'attendance'] as const
export type RetainedKind = (typeof retainedKinds)[number]

/** Minimum number of days between the notice to admins and a removal. */
export const NOTICE_DAYS = 30

/** Minimum and maximum months. The minimum covers later questions of funders and courts. */
export const retentionBounds = {
  healthMonths: { min: 12, max: 240 },
  consentMonths: { min: 12, max: 240 },
  attendanceMonths: { min: 36, max: 240 },
}

const months = ({ min, max }: { min: number; max: number }) =>
  z.number('Not a number').int('Not a whole number').min(min, `At least ${min}`).max(max, `At most ${max}`)

export const retentionSettings = z.object({
  /** Months after a student has left. */
  healthMonths: months(retentionBounds.healthMonths),
  consentMonths: months(retentionBounds.consentMonths),
  /** Months after the session. */
  attendanceMonths: months(retentionBounds.attendanceMonths),
  /** null while the defaults apply. */
  updatedAt: instant.nullable(),
})
export type RetentionSettings = z.infer<typeof retentionSettings>

/** Changes only the given fields; with `updatedAt` as it was read, a concurrent change is a conflict. */
export const retentionChange = retentionSettings.partial()
export type RetentionChange = z.output<typeof retentionChange>

const student = z.object({ studentId: id, name: z.string() })

/** Data that will be removed on a day. */
export const removal = z.object({
  id,
  kind: z.enum(retainedKinds),
  /** Day in the organization's calendar. */
  dueOn: z.iso.date(),
  /** Number of students, without those on hold. */
  count: z.number().int(),
  /** First hundred students by name. */
  students: z.array(student),
})
export type Removal = z.infer<typeof removal>

export const hold = student.extend({ id, reason: z.string(), heldByName: z.string(), heldAt: instant })
export type Hold = z.infer<typeof hold>

export const newHold = z.object({ studentId: id, reason: requiredText(500, 'Please give a reason') })

export const retention = z.object({
  settings: retentionSettings,
  removals: z.array(removal),
  holds: z.array(hold),
})
export type Retention = z.infer<typeof retention>

export const retentionContract = {
  getRetention: endpoint({
    method: 'GET',
    path: '/api/retention',
    summary: 'How long what is kept, what will be removed next and of whom, and who is held',
    access: { ...admins, sessionOnly: true },
    response: retention,
  }),
  updateRetention: endpoint({
    method: 'PUT',
    path: '/api/retention',
    summary: 'Change how long what is kept',
    audit: 'retention.settings-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...admins, recentlyConfirmed: true, sessionOnly: true },
    body: retentionChange,
    response: retentionSettings,
  }),
  addHold: endpoint({
    method: 'POST',
    path: '/api/retention/holds',
    status: 201,
    summary: 'Keep everything of a student, for a reason, until it is released',
    audit: 'retention.held',
    access: { ...admins, whileReadOnly: true, sessionOnly: true },
    body: newHold,
    response: hold,
  }),
  releaseHold: endpoint({
    method: 'DELETE',
    path: '/api/retention/holds/{id}',
    summary: 'Let what is kept of a student go when its time has come',
    audit: 'retention.released',
    access: { ...admins, sessionOnly: true },
    params: z.object({ id }),
    response: 'none',
  }),
} as const
