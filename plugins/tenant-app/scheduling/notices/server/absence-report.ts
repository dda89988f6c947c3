import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const absenceReport = z.object({
  id: z.uuid(),
  studentId: z.uuid(),
  /** null: all sessions of the days. */
  sessionId: z.uuid().nullable(),
  /** null: all days of the session. */
  meetingId: z.uuid().nullable(),
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
  reason: z.string(),
  reportedBy: z.uuid().nullable(),
  reportedByName: z.string(),
  reportedAt: z.string(),
  takenBackAt: z.string().nullable(),
  takenBackByName: z.string().nullable(),
})

/** That a guardian has said beforehand that a child will not come. */
export class AbsenceReportModel extends tableModel('absence_reports', absenceReport) {}
