import { useId } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { SortableArea, SortableList } from '#core/web/ui/lists/Sortable.tsx'
import { toPlainText } from '../../text-contract.ts'
import { QuestionText } from '../QuestionText.tsx'
import * as styles from '../questions.css.ts'
import type { AnswerFieldProps } from './answerFieldProps.ts'
import { Prompt } from './Labeled.tsx'

/** Orders items: by dragging, by keys, or with a menu. */
export function OrderingAnswer({ question, answer, onChange, isFixed }: AnswerFieldProps<'ordering'>) {
  const name = useId()
  const order = answer?.type === 'ordering' ? answer.itemIds : []
  const items = question.items.toSorted((one, other) => placeIn(order, one.id) - placeIn(order, other.id))
  const answerWith = (itemIds: string[]) => onChange({ type: 'ordering', itemIds })
  const move = (id: string, index: number) => {
    const others = items.map((item) => item.id).filter((one) => one !== id)
    answerWith(others.toSpliced(index, 0, id))
  }
  const group = {
    id: question.id,
    name: 'the answer',
    items: items.map(({ id, text }) => ({ id, name: toPlainText(text) })),
  }
  return (
    <div role="group" aria-labelledby={name} className={styles.list}>
      <Prompt id={name} text={question.prompt} />
      {isFixed ? (
        items.map(({ id, text }) => (
          <div key={id} className={styles.row}>
            <QuestionText text={text} />
          </div>
        ))
      ) : (
        <SortableArea groups={[group]} onMove={(id, _group, index) => move(id, index)}>
          <SortableList group={group}>
            {(id, handle) => {
              const index = items.findIndex((one) => one.id === id)
              const text = items[index]?.text ?? ''
              return (
                <div className={styles.row}>
                  {handle}
                  <span className={styles.grow}>
                    <QuestionText text={text} />
                  </span>
                  <MenuButton
                    label={`Move ${toPlainText(text)}`}
                    items={[
                      { label: 'Move up', isDisabled: index === 0, onAction: () => move(id, index - 1) },
                      {
                        label: 'Move down',
                        isDisabled: index === items.length - 1,
                        onAction: () => move(id, index + 1),
                      },
                    ]}
                  />
                </div>
              )
            }}
          </SortableList>
        </SortableArea>
      )}
      {/* The initial order may be the correct one. */}
      {order.length === 0 && !isFixed && (
        <div>
          <Button size="small" onPress={() => answerWith(items.map(({ id }) => id))}>
            Answer with this order
          </Button>
        </div>
      )}
    </div>
  )
}

const placeIn = (order: readonly string[], id: string) => {
  const place = order.indexOf(id)
  return place === -1 ? order.length : place
}
