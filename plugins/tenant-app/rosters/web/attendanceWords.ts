import { participationWords } from '../../students/web/studentWords.ts'

/** How a mark is called and coloured, and the key that sets it. */
export const attendanceWords = {
  present: { ...participationWords.present, key: 'P' },
  late: { ...participationWords.late, key: 'L' },
  absent: { ...participationWords.absent, key: 'A' },
  excused: { ...participationWords.excused, key: 'E' },
} as const
