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
  updatedAt: z.string(),
})

/** What an organization has decided about attendance: one row, or none where everything is as it comes. */
export class AttendanceSettingModel extends tableModel('attendance_settings', attendanceSetting) {}
