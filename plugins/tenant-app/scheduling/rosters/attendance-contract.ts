import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'
import { session } from '../sessions/contract.ts'

const minutes = (least: number, most: number) =>
  z.number('Not a number').int('Not a whole number').min(least, `At least ${least}`).max(most, `At most ${most}`)

/** Bands of 21st Century Community Learning Centers. */
export const DEFAULT_HOUR_BANDS: readonly number[] = [15, 45, 90, 180, 270]

/** Attendance settings of an organization and its notices; times are minutes. */
const settingsFields = {
  /** After the start, until 'Late' is suggested. */
  lateMinutes: minutes(1, 120),
  /** After the start, until attendance that is not taken shows on the dashboard. */
  overdueMinutes: minutes(5, 240),
  remindsInstructors: z.boolean(),
  /** After the start, until the instructor is reminded by mail. */
  reminderMinutes: minutes(10, 240),
  tellsAbsences: z.boolean(),
  /** After the mark, until families hear of an absence that still stands. */
  absenceMinutes: minutes(5, 120),
  /** Attended hours are those with a recorded arrival and departure alone. */
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
  /** null: never changed. */
  updatedAt: instant.nullable(),
})
export type AttendanceSettings = z.infer<typeof attendanceSettings>

/** Only what is sent changes. With `updatedAt` as it was read, a change by somebody else in between is a conflict. */
export const attendanceSettingsChange = z.object({ ...settingsFields, updatedAt: instant.nullable() }).partial()
export type AttendanceSettingsChange = z.output<typeof attendanceSettingsChange>

/** A session that has begun and whose attendance is not taken. */
export const overdueAttendance = session
  .pick({ id: true, name: true, startDate: true, endDate: true, location: true, instructorName: true })
  .extend({
    /** Day of the session whose attendance it is. */
    meetingId: id,
    /** Students with a place. */
    registered: z.number().int(),
    /** Registered students who are neither marked nor reported absent. */
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
