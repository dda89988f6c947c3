import type { ReactNode } from 'react'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import type { Question } from '../contract.ts'
import { QuestionPictures } from './QuestionPictures.tsx'
import { QuestionText } from './QuestionText.tsx'
import { formatPrompt, formatPoints, shortenPrompt, typeLabels } from './questionLabels.ts'

interface QuestionRowProps {
  question: Question
  tags?: readonly string[]
  /** Drag handle. */
  handle?: ReactNode
  /** Number from 1. */
  number?: number
  items: readonly MenuEntry[]
}

/** Row of a question in the authors' list. */
export function QuestionRow({ question, tags = [], handle, number, items }: QuestionRowProps) {
  const name = formatPrompt(question)
  return (
    <ItemRow
      title={<QuestionText text={shortenPrompt(question)} />}
      about={`${typeLabels[question.type].label} · ${formatPoints(question.points)}`}
      handle={handle}
      number={number}
    >
      <QuestionPictures pictures={question.pictures} isSmall />
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      <MenuButton label={`Actions for ${name}`} items={items} />
    </ItemRow>
  )
}
