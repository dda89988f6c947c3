import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const attendanceSetting = z.object({
  id: z.uuid(),
  lateMinutes: z.number().int(),
  overdueMinutes: z.number().int(),
  remindsInstructors: z.boolean(),
  reminderMinutes: z.number().int(),
  tellsAbsences: z.boolean(),
  absenceMinutes: z.number().int(),
  countsRecordedOnly: z.boolean(),
  hourBands: z.array(z.number().int()),
  updatedAt: z.string(),
})

/** Attendance settings of an organization: one row, or none where all are defaults. */
export class AttendanceSettingModel extends tableModel('attendance_settings', attendanceSetting) {}
