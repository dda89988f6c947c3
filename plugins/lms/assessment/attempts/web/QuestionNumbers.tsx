import { Check, Flag } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import type { OpenItem } from '../contract.ts'
import * as styles from './Attempt.css.ts'

interface QuestionNumbersProps {
  items: readonly OpenItem[]
  answered: ReadonlySet<number>
  flagged: ReadonlySet<number>
  /** Current question, with one question per page. */
  place: number | undefined
  onTurn: (item: number) => void
}

/** Lists all questions, and marks answered and flagged ones. */
export function QuestionNumbers({ items, answered, flagged, place, onTurn }: QuestionNumbersProps) {
  return (
    <nav aria-label="Questions">
      <ol className={styles.numbers}>
        {items.map(({ item }) => {
          const words = [answered.has(item) ? 'answered' : 'not answered', ...(flagged.has(item) ? ['flagged'] : [])]
          return (
            <li key={item}>
              <Button
                size="small"
                variant={place === item ? 'primary' : 'secondary'}
                aria-current={place === item ? 'step' : undefined}
                aria-label={`Question ${item}, ${words.join(', ')}`}
                onPress={() => onTurn(item)}
              >
                {item}
                {answered.has(item) && <Check size={14} aria-hidden />}
                {flagged.has(item) && <Flag size={14} aria-hidden />}
              </Button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
