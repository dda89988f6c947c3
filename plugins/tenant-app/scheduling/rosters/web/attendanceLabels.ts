import { participationLabels } from '../../../admissions/students/web/studentLabels.ts'

/** Labels, tones and keys of attendance marks. */
export const attendanceLabels = {
  present: { ...participationLabels.present, key: 'P' },
  late: { ...participationLabels.late, key: 'L' },
  absent: { ...participationLabels.absent, key: 'A' },
  excused: { ...participationLabels.excused, key: 'E' },
} as const
