import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { CourseLearner } from '../contract.ts'

export const stateLabels: Record<CourseLearner['state'], { label: string; tone: BadgeTone }> = {
  'in-progress': { label: 'In Progress', tone: 'blue' },
  overdue: { label: 'Overdue', tone: 'red' },
  completed: { label: 'Completed', tone: 'green' },
}
