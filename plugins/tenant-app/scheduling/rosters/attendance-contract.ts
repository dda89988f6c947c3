import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'
import { session } from '../sessions/contract.ts'

const minutes = (least: number, most: number) =>
  z.number('Not a number').int('Not a whole number').min(least, `At least ${least}`).max(most, `At most ${most}`)

/** Bands of the 21st Century Community Learning Centers program. */
export const DEFAULT_HOUR_BANDS: readonly number[] = [15, 45, 90, 180, 270]

/** Settings of an organization's attendance and its notices; times are minutes. */
const settingsFields = {
  /** Minutes after the start at which 'Late' is suggested. */
  lateMinutes: minutes(1, 120),
  /** Minutes after the start at which untaken attendance shows on the dashboard. */
  overdueMinutes: minutes(5, 240),
  remindsInstructors: z.boolean(),
  /** Minutes after the start at which the instructor gets a reminder email. */
  reminderMinutes: minutes(10, 240),
  tellsAbsences: z.boolean(),
  /** Minutes after the record at which families are notified of an absence. */
  absenceMinutes: minutes(5, 120),
  /** True to count only hours with a recorded arrival and departure. */
  countsRecordedOnly: z.boolean(),
  /** Hours at which a band of the attendance report begins, after the first one from 0. */
  hourBands: z
    .array(z.coerce.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(5000, 'At most 5000'))
    .min(1, 'Enter at least one number of hours')
    .max(10, 'At most 10 bands')
    .refine(
      (bands) => bands.every((at, index) => index === 0 || at > (bands[index - 1] ?? 0)),
      'Enter them in ascending order',
    ),
}

export const attendanceSettings = z.object({
  ...settingsFields,
  /** null until the first change. */
  updatedAt: instant.nullable(),
})
export type AttendanceSettings = z.infer<typeof attendanceSettings>

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const attendanceSettingsChange = z.object({ ...settingsFields, updatedAt: instant.nullable() }).partial()
export type AttendanceSettingsChange = z.output<typeof attendanceSettingsChange>

/** A session that has begun without complete attendance. */
export const overdueAttendance = session
  .pick({ id: true, name: true, startDate: true, endDate: true, location: true, instructorName: true })
  .extend({
    /** Day of the session that lacks attendance. */
    meetingId: id,
    /** Number of registered students. */
    registered: z.number().int(),
    /** Number of registered students without attendance or reported absence. */
    unmarked: z.number().int(),
  })
export type OverdueAttendance = z.infer<typeof overdueAttendance>

export const attendanceContract = {
  listOverdueAttendance: endpoint({
    method: 'GET',
    path: '/api/attendance/overdue',
    summary:
      'Sessions of the last seven days whose attendance is not taken some minutes after the start, the latest first; the instructor’s own and those that no one leads, or all for admins',
    access: staff,
    query: pagingQuery,
    response: z.array(overdueAttendance),
  }),
  getAttendanceSettings: endpoint({
    method: 'GET',
    path: '/api/attendance/settings',
    summary: 'What the organization decides about attendance and notices',
    access: staff,
    response: attendanceSettings,
  }),
  updateAttendanceSettings: endpoint({
    method: 'PUT',
    path: '/api/attendance/settings',
    summary: 'Change what the organization decides about attendance and notices',
    audit: 'attendance.settings-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: admins,
    body: attendanceSettingsChange,
    response: attendanceSettings,
  }),
} as const
