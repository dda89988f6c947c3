import { z } from 'zod'
import { id, line, text } from '#core/contract/fields.ts'
import { sumOfPoints, toHundredths } from '../../../shared/scores-contract.ts'

// Titles may be empty: a rubric is saved while it is being written. Missing parts are listed beside it.
const level = z.object({
  id,
  title: line(100).default(''),
  description: text(1000).default(''),
  points: z.number().min(0, 'At least 0').max(1000, 'At most 1000').overwrite(toHundredths).default(0),
})
export type RubricLevel = z.output<typeof level>

const criterion = z.object({
  id,
  title: line(200).default(''),
  description: text(1000).default(''),
  levels: z.array(level).max(10, 'At most 10 levels').default([]),
})
export type RubricCriterion = z.output<typeof criterion>

/** Rubric: criteria, each with levels from the best to the least. */
export const rubric = z.object({
  /** True if levels have points; otherwise they have titles alone. */
  isScored: z.boolean().default(true),
  criteria: z.array(criterion).max(20, 'At most 20 criteria').default([]),
})
export type Rubric = z.output<typeof rubric>

/** Sums the points of the best work. */
export const sumMaxPoints = ({ isScored, criteria }: Rubric): number =>
  isScored ? sumOfPoints(criteria.map(({ levels }) => Math.max(0, ...levels.map(({ points }) => points)))) : 0

/** Lists missing parts, in sentences. */
export function listUnfinishedRubric({ isScored, criteria }: Rubric): string[] {
  const lacks = criteria.flatMap(({ title, levels }, index) => {
    const name = title || `Criterion ${index + 1}`
    return [
      ...(title === '' ? [`${name} has no title`] : []),
      ...(levels.length < 2 ? [`${name} needs at least two levels`] : []),
      ...(levels.some((each) => each.title === '') ? [`A level of ${name} has no title`] : []),
    ]
  })
  const isWorthless = isScored && criteria.length > 0 && sumMaxPoints({ isScored, criteria }) === 0
  return isWorthless ? [...lacks, 'No level of the rubric gives points'] : lacks
}
