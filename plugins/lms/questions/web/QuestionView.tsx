import { useState } from 'react'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { SortableArea, SortableList } from '#core/web/ui/lists/Sortable.tsx'
import { partsOf } from '../contract.ts'
import type { ShownQuestion } from '../shown-contract.ts'
import { pointsOf } from './questionWords.ts'
import * as styles from './questions.css.ts'

type Shown<Type extends ShownQuestion['type']> = Extract<ShownQuestion, { type: Type }>

/** A question as learners get it. What is answered stays in the page. */
export function QuestionView({ question }: { question: ShownQuestion }) {
  return (
    <div className={styles.asked}>
      <AnswerField question={question} />
      <span className={styles.about}>{pointsOf(question.points)}</span>
    </div>
  )
}

function AnswerField({ question }: { question: ShownQuestion }) {
  switch (question.type) {
    case 'single':
      return <Choice label={question.prompt} options={question.options.map(({ id, text }) => ({ id, label: text }))} />
    case 'true_false':
      return <Choice label={question.prompt} options={truths} />
    case 'multiple':
      return <Choices question={question} />
    case 'short_text':
      return <TextField label={question.prompt} maxLength={200} />
    case 'number':
      return <NumberField label={question.prompt} help={question.unit} formatOptions={{ maximumFractionDigits: 12 }} />
    case 'matching':
      return <Matching question={question} />
    case 'ordering':
      return <Ordering question={question} />
    case 'fill_blanks':
      return <Blanks question={question} />
    case 'long_text':
      return <TextField label={question.prompt} multiline rows={8} help={lengthOf(question)} />
    case 'file':
      return (
        <>
          <p className={styles.muted}>{question.prompt}</p>
          <p className={styles.muted}>{handedIn(question)}</p>
        </>
      )
  }
}

const truths = [
  { id: 'true', label: 'True' },
  { id: 'false', label: 'False' },
]

function Choice({ label, options }: { label: string; options: { id: string; label: string }[] }) {
  const [chosen, setChosen] = useState<string>()
  return <RadioGroup label={label} options={options} value={chosen} onChange={setChosen} />
}

function Choices({ question }: { question: Shown<'multiple'> }) {
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <CheckboxGroup
      label={question.prompt}
      help="Choose all that are right."
      options={question.options.map(({ id, text }) => ({ id, label: text }))}
      value={chosen}
      onChange={setChosen}
    />
  )
}

function Matching({ question }: { question: Shown<'matching'> }) {
  const [chosen, setChosen] = useState<Record<string, string>>({})
  return (
    <>
      <p className={styles.prompt}>{question.prompt}</p>
      {question.prompts.map(({ id, text }) => (
        <Select
          key={id}
          label={text}
          options={question.matches.map((match) => ({ id: match.id, label: match.text }))}
          value={chosen[id]}
          onChange={(match) => setChosen({ ...chosen, [id]: match })}
        />
      ))}
    </>
  )
}

function Ordering({ question }: { question: Shown<'ordering'> }) {
  const [items, setItems] = useState(question.items)
  const move = (id: string, index: number) => {
    const item = items.find((one) => one.id === id)
    if (item) setItems(items.filter((one) => one.id !== id).toSpliced(index, 0, item))
  }
  const group = { id: question.id, name: 'the answer', items: items.map(({ id, text }) => ({ id, name: text })) }
  return (
    <>
      <p className={styles.prompt}>{question.prompt}</p>
      <SortableArea groups={[group]} onMove={(id, _group, index) => move(id, index)}>
        <SortableList group={group}>
          {(id, handle) => {
            const index = items.findIndex((one) => one.id === id)
            const text = items[index]?.text ?? ''
            return (
              <div className={styles.row}>
                {handle}
                <span className={styles.grow}>{text}</span>
                <MenuButton
                  label={`Move ${text}`}
                  items={[
                    { label: 'Move up', isDisabled: index === 0, onAction: () => move(id, index - 1) },
                    { label: 'Move down', isDisabled: index === items.length - 1, onAction: () => move(id, index + 1) },
                  ]}
                />
              </div>
            )
          }}
        </SortableList>
      </SortableArea>
    </>
  )
}

function Blanks({ question }: { question: Shown<'fill_blanks'> }) {
  return (
    <div className={styles.blanks}>
      {partsOf(question.prompt).map((part, index) =>
        typeof part === 'number' ? (
          <div key={`blank-${part}`} className={styles.blank}>
            <TextField label={`Blank ${part}`} isLabelHidden maxLength={200} />
          </div>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the text of a question never changes under it
          <span key={`text-${index}`}>{part}</span>
        ),
      )}
    </div>
  )
}

function lengthOf({ minWords, maxWords }: Shown<'long_text'>): string | undefined {
  if (minWords !== null && maxWords !== null) return `${minWords} to ${maxWords} words`
  if (minWords !== null) return `At least ${minWords} words`
  return maxWords === null ? undefined : `At most ${maxWords} words`
}

const taken = { any: 'file', document: 'document', picture: 'picture', audio: 'recording', video: 'film' }

function handedIn({ takes, maxFiles }: Shown<'file'>): string {
  return maxFiles === 1 ? `One ${taken[takes]} is handed in.` : `Up to ${maxFiles} ${taken[takes]}s are handed in.`
}
