import { participationWords } from '../../students/web/studentWords.ts'

/** Labels, tones and keys of attendance marks. */
export const attendanceWords = {
  present: { ...participationWords.present, key: 'P' },
  late: { ...participationWords.late, key: 'L' },
  absent: { ...participationWords.absent, key: 'A' },
  excused: { ...participationWords.excused, key: 'E' },
} as const
