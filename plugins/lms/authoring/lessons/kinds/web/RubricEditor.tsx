import { Plus } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { hundredthsFormat } from '../../../../shared/scores-contract.ts'
import { sumMaxPoints, type Rubric, type RubricCriterion, type RubricLevel } from '../rubric-contract.ts'
import * as styles from './Rubric.css.ts'

interface RubricEditorProps {
  rubric: Rubric
  onChange: (rubric: Rubric) => void
}

const createLevel = (title: string, points: number): RubricLevel => ({
  id: crypto.randomUUID(),
  title,
  description: '',
  points,
})

const createCriterion = (): RubricCriterion => ({
  id: crypto.randomUUID(),
  title: '',
  description: '',
  levels: [createLevel('Excellent', 3), createLevel('Good', 2), createLevel('Beginning', 1)],
})

const replaceItem = <Item extends { id: string }>(items: readonly Item[], changed: Item) =>
  items.map((item) => (item.id === changed.id ? changed : item))

/** Edits the criteria of a rubric, each with its levels. */
export function RubricEditor({ rubric, onChange }: RubricEditorProps) {
  const { isScored, criteria } = rubric
  const set = (next: RubricCriterion[]) => onChange({ ...rubric, criteria: next })
  const help = isScored && criteria.length > 0 ? `${sumMaxPoints(rubric)} points at most` : undefined
  return (
    <Card title="Rubric" help={help ?? 'Learners see the rubric before they begin.'}>
      <Stack>
        {criteria.length > 0 && (
          <Switch
            label="With points"
            help="Without points, levels are descriptions only."
            isSelected={isScored}
            onChange={(next) => onChange({ ...rubric, isScored: next })}
          />
        )}
        {criteria.map((criterion, index) => (
          <Criterion
            key={criterion.id}
            criterion={criterion}
            name={`Criterion ${index + 1}`}
            isScored={isScored}
            onChange={(next) => set(replaceItem(criteria, next))}
            onMove={(by) => set(moveItem(criteria, index, by))}
            onRemove={() => set(criteria.filter(({ id }) => id !== criterion.id))}
            isFirst={index === 0}
            isLast={index === criteria.length - 1}
          />
        ))}
        <div>
          <Button
            icon={<Plus size={16} aria-hidden />}
            isDisabled={criteria.length >= 20}
            onPress={() => set([...criteria, createCriterion()])}
          >
            Add criterion
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

function moveItem<Item>(items: readonly Item[], index: number, by: number): Item[] {
  const rest = items.toSpliced(index, 1)
  const item = items[index]
  return item === undefined ? rest : rest.toSpliced(index + by, 0, item)
}

interface CriterionProps {
  criterion: RubricCriterion
  name: string
  isScored: boolean
  isFirst: boolean
  isLast: boolean
  onChange: (criterion: RubricCriterion) => void
  onMove: (by: number) => void
  onRemove: () => void
}

function Criterion({ criterion, name, isScored, isFirst, isLast, onChange, onMove, onRemove }: CriterionProps) {
  const { title, description, levels } = criterion
  const set = (next: RubricLevel[]) => onChange({ ...criterion, levels: next })
  return (
    <section className={styles.criterion} aria-label={title || name}>
      <div className={styles.head}>
        <TextField
          label={name}
          className={styles.wide}
          value={title}
          maxLength={200}
          onChange={(next) => onChange({ ...criterion, title: next })}
        />
        <MenuButton
          label={`Actions for ${title || name}`}
          items={[
            { label: 'Move up', isDisabled: isFirst, onAction: () => onMove(-1) },
            { label: 'Move down', isDisabled: isLast, onAction: () => onMove(1) },
            'separator',
            { label: 'Remove', isDanger: true, onAction: onRemove },
          ]}
        />
      </div>
      <TextField
        label="Criterion"
        isOptional
        multiline
        rows={2}
        value={description}
        maxLength={1000}
        onChange={(next) => onChange({ ...criterion, description: next })}
      />
      {levels.map((level, index) => (
        <div key={level.id} className={styles.levelFields} role="group" aria-label={`Level ${index + 1}`}>
          <TextField
            label={`Level ${index + 1}`}
            className={styles.wide}
            value={level.title}
            maxLength={100}
            onChange={(next) => set(replaceItem(levels, { ...level, title: next }))}
          />
          {isScored && (
            <NumberField
              label="Points"
              className={styles.points}
              value={level.points}
              minValue={0}
              maxValue={1000}
              formatOptions={hundredthsFormat}
              onChange={(next) => set(replaceItem(levels, { ...level, points: next ?? 0 }))}
            />
          )}
          <TextField
            label="Description"
            isOptional
            className={styles.wide}
            value={level.description}
            maxLength={1000}
            onChange={(next) => set(replaceItem(levels, { ...level, description: next }))}
          />
          <Button
            size="small"
            variant="quiet"
            aria-label={`Remove level ${index + 1}`}
            onPress={() => set(levels.filter(({ id }) => id !== level.id))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" isDisabled={levels.length >= 10} onPress={() => set([...levels, createLevel('', 0)])}>
          Add level
        </Button>
      </div>
    </section>
  )
}
