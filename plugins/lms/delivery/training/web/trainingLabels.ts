import type { z } from 'zod'
import type { trainingStanding } from '../contract.ts'

export const standingNames: Record<z.infer<typeof trainingStanding>, string> = {
  complete: 'Complete',
  'in-progress': 'In Progress',
  overdue: 'Overdue',
  expiring: 'Expiring',
}
