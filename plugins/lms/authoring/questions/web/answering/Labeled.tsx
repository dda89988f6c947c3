import type { ReactNode } from 'react'
import { isFormatted, toPlainText } from '../../text-contract.ts'
import { QuestionText } from '../QuestionText.tsx'
import * as styles from '../questions.css.ts'

interface PromptProps {
  text: string
  /** Id of the element, to be used as a label. */
  id?: string
}

/** Renders the text of a question, or of a part of it, above its answer. */
export function Prompt({ text, id }: PromptProps) {
  return (
    <p id={id} className={styles.prompt}>
      <QuestionText text={text} />
    </p>
  )
}

interface LabeledProps {
  text: string
  children: (label: { label: string; isLabelHidden: boolean }) => ReactNode
}

/** Labels a field with a text; one with formulas is rendered above it, and the field is named by its LaTeX. */
export function Labeled({ text, children }: LabeledProps) {
  if (!isFormatted(text)) return children({ label: text, isLabelHidden: false })
  return (
    <div className={styles.list}>
      <Prompt text={text} />
      {children({ label: toPlainText(text), isLabelHidden: true })}
    </div>
  )
}
