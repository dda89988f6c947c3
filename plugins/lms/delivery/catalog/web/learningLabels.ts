import type { z } from 'zod'
import { formatMoney } from '#core/web/ui/display/money.ts'
import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import { formatMinutes } from '../../../authoring/courses/web/courseLabels.ts'
import type { CatalogItem, learningStatus } from '../contract.ts'

type LearningStatus = z.infer<typeof learningStatus>

export const learningLabels: Record<LearningStatus, { label: string; tone: BadgeTone }> = {
  'not-started': { label: 'Not Started', tone: 'neutral' },
  'in-progress': { label: 'In Progress', tone: 'blue' },
  completed: { label: 'Completed', tone: 'green' },
}

export function getLearningStatus({ enrollment }: Pick<CatalogItem, 'enrollment'>): LearningStatus {
  if (!enrollment) return 'not-started'
  return enrollment.completedAt ? 'completed' : 'in-progress'
}

/** Formats a duration; without an estimate it is self-paced (spec part 2, section 2.8). */
export const formatDuration = ({ estimatedDuration }: Pick<CatalogItem, 'estimatedDuration'>) =>
  estimatedDuration > 0 ? formatMinutes(estimatedDuration) : 'Self-paced'

/** Formats the rating of a course: '4.5 of 5 stars (12)'; nothing without reviews. */
export const formatRating = ({ rating: { count, stars } }: Pick<CatalogItem, 'rating'>): string[] =>
  stars === null ? [] : [`${stars.toLocaleString('en-US')} of 5 stars (${count.toLocaleString('en-US')})`]

/** Formats the price: 'Price $49.00'; empty without a price. */
export const priceOf = ({ price, currency }: Pick<CatalogItem, 'price' | 'currency'>): string[] =>
  price === 0 ? [] : [`Price ${formatMoney(price, currency)}`]

export const formatLearners = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'learner' : 'learners'}`
