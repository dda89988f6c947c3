import { useEffect, useRef, useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SortableArea, SortableList } from '#core/web/ui/lists/Sortable.tsx'
import { copyOf, type Question } from '../contract.ts'
import { AddQuestion } from './AddQuestion.tsx'
import { CopyFromBankDialog } from './CopyFromBankDialog.tsx'
import { CopyToBankDialog } from './CopyToBankDialog.tsx'
import { newQuestion } from './emptyQuestion.ts'
import { PreviewDialog, QuestionDialog } from './QuestionDialog.tsx'
import { QuestionRow } from './QuestionRow.tsx'
import { formatPrompt } from './questionLabels.ts'
import * as styles from './questions.css.ts'

interface QuestionListProps {
  questions: readonly Question[]
  /** Maximum number of questions. */
  max: number
  onChange: (questions: Question[]) => void
}

/** Lists the questions of a lesson: they are edited, reordered, and copied from and to banks. */
export function QuestionList({ questions, max, onChange }: QuestionListProps) {
  const [edited, setEdited] = useState<{ question: Question; isNew: boolean }>()
  const [previewed, setPreviewed] = useState<readonly Question[]>([])
  const [copying, setCopying] = useState<'from' | 'to'>()
  const move = (id: string, index: number) => {
    const question = questions.find((one) => one.id === id)
    if (question) onChange(questions.filter((one) => one.id !== id).toSpliced(index, 0, question))
  }
  // Undo runs later, and must not revert changes made meanwhile.
  const latest = useRef({ questions, onChange })
  useEffect(() => {
    latest.current = { questions, onChange }
  })
  const putBack = (question: Question, index: number) =>
    latest.current.onChange(latest.current.questions.toSpliced(index, 0, question))
  const remove = (question: Question, index: number) => {
    onChange(questions.toSpliced(index, 1))
    notify({ title: 'Question removed', action: { label: 'Undo', onAction: () => putBack(question, index) } })
  }
  const save = (question: Question) => {
    const isThere = questions.some(({ id }) => id === question.id)
    onChange(isThere ? questions.map((one) => (one.id === question.id ? question : one)) : [...questions, question])
    setEdited(undefined)
  }
  const group = {
    id: 'questions',
    name: 'Questions',
    items: questions.map((question) => ({ id: question.id, name: formatPrompt(question) })),
  }
  const isFull = questions.length >= max
  return (
    <>
      <div className={styles.bar}>
        {!isFull && <AddQuestion onAdd={(type) => setEdited({ question: newQuestion(type), isNew: true })} />}
        <Button isDisabled={isFull} onPress={() => setCopying('from')}>
          Copy from a bank
        </Button>
        <Button isDisabled={questions.length === 0} onPress={() => setCopying('to')}>
          Copy to a bank
        </Button>
        <Button isDisabled={questions.length === 0} onPress={() => setPreviewed(questions)}>
          Preview
        </Button>
      </div>
      <SortableArea groups={[group]} onMove={(id, _group, index) => move(id, index)}>
        <SortableList group={group} empty={<p className={styles.muted}>No questions yet</p>}>
          {(id, handle) => {
            const index = questions.findIndex((one) => one.id === id)
            const question = questions[index]
            return (
              question && (
                <QuestionRow
                  question={question}
                  number={index + 1}
                  handle={handle}
                  items={[
                    { label: 'Edit', onAction: () => setEdited({ question, isNew: false }) },
                    { label: 'Preview', onAction: () => setPreviewed([question]) },
                    {
                      label: 'Duplicate',
                      isDisabled: isFull,
                      onAction: () => onChange(questions.toSpliced(index + 1, 0, copyOf(question))),
                    },
                    ...listPlaces(index, questions.length, (place) => move(id, place)),
                    'separator',
                    { label: 'Remove', isDanger: true, onAction: () => remove(question, index) },
                  ]}
                />
              )
            )
          }}
        </SortableList>
      </SortableArea>
      <QuestionDialog
        question={edited?.question}
        isNew={edited?.isNew ?? false}
        onClose={() => setEdited(undefined)}
        onSave={save}
      />
      <PreviewDialog questions={previewed} onClose={() => setPreviewed([])} />
      <CopyFromBankDialog
        isOpen={copying === 'from'}
        max={max - questions.length}
        onClose={() => setCopying(undefined)}
        onCopy={(copied) => onChange([...questions, ...copied.map(copyOf)])}
      />
      <CopyToBankDialog questions={questions} isOpen={copying === 'to'} onClose={() => setCopying(undefined)} />
    </>
  )
}

/** Lists the positions for a menu, as an alternative to dragging. */
function listPlaces(index: number, count: number, move: (place: number) => void): MenuEntry[] {
  const last = count - 1
  return [
    { label: 'Move up', isDisabled: index === 0, onAction: () => move(index - 1) },
    { label: 'Move down', isDisabled: index === last, onAction: () => move(index + 1) },
    { label: 'Move to the beginning', isDisabled: index === 0, onAction: () => move(0) },
    { label: 'Move to the end', isDisabled: index === last, onAction: () => move(last) },
  ]
}
