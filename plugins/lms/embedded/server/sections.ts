import { countText } from '#core/server/texts.ts'
import type { TrainingSection } from './training.ts'

interface WordList {
  title: string
  entries: string[]
  isOrdered: boolean
}

/** Lists the non-empty lists of a section with their headings. */
export function listWords({ content }: TrainingSection): WordList[] {
  const { materials, steps, rules, checklistItems, scoringCriteria, reflectionPrompts, timeLimit, teamSize } = content
  const frame = [
    ...(timeLimit ? [`Time: ${countText(timeLimit, 'minute')}`] : []),
    ...(teamSize && teamSize > 1 ? [`Teams of ${teamSize}`] : []),
  ]
  const lists: [title: string, entries: string[] | undefined, isOrdered?: true][] = [
    ['Frame', frame],
    ['Materials', materials],
    ['Steps', steps, true],
    ['Rules', rules],
    ['Checklist', checklistItems],
    ['Scoring', scoringCriteria],
    ['Think about', reflectionPrompts],
  ]
  return lists.flatMap(([title, entries, isOrdered]) =>
    entries && entries.length > 0 ? [{ title, entries, isOrdered: isOrdered === true }] : [],
  )
}
