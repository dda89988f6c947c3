import { Check, Clock, FileCheck, X, type LucideIcon } from 'lucide-react'
import { participationLabels } from '../../../admissions/students/web/studentLabels.ts'
import type { Attendance } from '../contract.ts'

/** Labels, tones and keys of attendance. */
export const attendanceLabels = {
  present: { ...participationLabels.present, key: 'P' },
  late: { ...participationLabels.late, key: 'L' },
  absent: { ...participationLabels.absent, key: 'A' },
  excused: { ...participationLabels.excused, key: 'E' },
} as const

/** Icons of attendance, which distinguish it without color. */
export const attendanceIcons: Record<Attendance, LucideIcon> = {
  present: Check,
  late: Clock,
  absent: X,
  excused: FileCheck,
}
