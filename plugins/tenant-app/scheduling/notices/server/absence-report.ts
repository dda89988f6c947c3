import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const absenceReport = z.object({
  id: z.uuid(),
  studentId: z.uuid(),
  /** Id of the session; null for all sessions of the days. */
  sessionId: z.uuid().nullable(),
  /** Id of the day; null for all days of the session. */
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

/** A guardian's advance report that a child will be absent. */
export class AbsenceReportModel extends tableModel('absence_reports', absenceReport) {}
