import type { ReactNode } from 'react'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Question } from '../contract.ts'
import { nameOf, pointsOf, typeWords } from './questionWords.ts'
import * as styles from './questions.css.ts'

interface QuestionRowProps {
  question: Question
  tags?: readonly string[]
  /** What it is dragged by. */
  handle?: ReactNode
  /** From 1. */
  number?: number
  items: readonly MenuEntry[]
}

/** A question in a list of its authors. */
export function QuestionRow({ question, tags = [], handle, number, items }: QuestionRowProps) {
  const name = nameOf(question)
  return (
    <div className={styles.row}>
      {handle}
      {number !== undefined && <span className={styles.number}>{number}</span>}
      <span className={styles.words}>
        <span className={styles.prompt}>{name}</span>
        <span className={styles.about}>
          {typeWords[question.type].label} · {pointsOf(question.points)}
        </span>
      </span>
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      <MenuButton label={`Actions for ${name}`} items={items} />
    </div>
  )
}
