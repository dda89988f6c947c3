import type { RubricCriterion } from '../../../authoring/lessons/kinds/rubric-contract.ts'
import { computeShare } from '../../../shared/scores-contract.ts'
import type { JudgedItem } from '../contract.ts'
import type { GivenGrade, ItemMark, Mark } from '../grade-contract.ts'

/** Turns an answer into a criterion: full, half or no points, chosen by the same keys. */
export function toCriterion({ item, mostPoints }: JudgedItem): RubricCriterion {
  const level = (id: string, title: string, points: number) => ({ id, title, points, description: '' })
  const levels = [level('all', 'Full', mostPoints), level('none', 'Nothing', 0)]
  const half = computeShare(mostPoints, 1, 2)
  if (half > 0 && half < mostPoints) levels.splice(1, 0, level('half', 'Half', half))
  return { id: String(item), title: `Question ${item}`, description: '', levels }
}

/** Reads the points of an answer as a mark of that criterion. */
export function markOf(criterion: RubricCriterion, { items }: GivenGrade): Mark | undefined {
  const given = items.find(({ item }) => String(item) === criterion.id)
  if (!given) return undefined
  const level = criterion.levels.find(({ points }) => points === given.points)
  const points = level ? null : given.points
  return { criterionId: criterion.id, levelId: level?.id ?? null, points, comment: given.comment }
}

/** Changes what the grade gives for one answer. */
export function withItem(given: GivenGrade, criterion: RubricCriterion, change: Partial<Mark>): GivenGrade {
  const item = Number(criterion.id)
  const before: ItemMark = given.items.find((one) => one.item === item) ?? { item, points: null, comment: '' }
  const { levelId, points, comment = before.comment } = change
  const level = criterion.levels.find(({ id }) => id === levelId)
  const isPoints = levelId !== undefined || points !== undefined
  const next = { item, comment, points: isPoints ? (level?.points ?? points ?? null) : before.points }
  return { ...given, items: [...given.items.filter((one) => one.item !== item), next] }
}
