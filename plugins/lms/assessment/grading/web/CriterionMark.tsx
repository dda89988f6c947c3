import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { RubricCriterion } from '../../../authoring/lessons/kinds/rubric-contract.ts'
import { hundredthsFormat } from '../../../shared/scores-contract.ts'
import { MAX_PART_COMMENT_LENGTH, type Mark } from '../grade-contract.ts'
import * as styles from './Grading.css.ts'
import { formatPoints } from './gradingLabels.ts'

interface CriterionMarkProps {
  criterion: RubricCriterion
  mark: Mark | undefined
  isScored: boolean
  /** The digit keys choose its levels. */
  isCurrent: boolean
  onCurrent: () => void
  onChange: (change: Partial<Mark>) => void
}

/** Renders one criterion: a press on a level marks it. Custom points and a comment are one press away. */
export function CriterionMark({ criterion, mark, isScored, isCurrent, onCurrent, onChange }: CriterionMarkProps) {
  const { id, title, description, levels } = criterion
  const [isMore, setMore] = useState(false)
  const hasMore = Boolean(mark?.comment) || (mark?.points ?? null) !== null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notes where the focus is
    <section
      className={styles.criterion}
      data-current={isCurrent}
      aria-labelledby={`criterion-${id}`}
      onFocus={onCurrent}
    >
      <h4 id={`criterion-${id}`} className={styles.criterionTitle}>
        {title}
      </h4>
      {description && <p className={styles.quiet}>{description}</p>}
      <div role="group" aria-labelledby={`criterion-${id}`} className={styles.levels}>
        {levels.map((level, index) => (
          <button
            key={level.id}
            type="button"
            className={styles.level}
            aria-pressed={mark?.levelId === level.id}
            aria-keyshortcuts={isCurrent ? String(index + 1) : undefined}
            onClick={() => onChange({ levelId: mark?.levelId === level.id ? null : level.id })}
          >
            <span className={styles.key} aria-hidden>
              {index + 1}
            </span>
            <span className={styles.levelWords}>
              {level.title}
              {level.description && <span className={styles.levelNote}>{level.description}</span>}
            </span>
            {isScored && <span>{formatPoints(level.points)}</span>}
          </button>
        ))}
      </div>
      {isMore || hasMore ? (
        <Stack>
          <TextField
            label={`Comment on ${title}`}
            isOptional
            multiline
            rows={2}
            maxLength={MAX_PART_COMMENT_LENGTH}
            value={mark?.comment ?? ''}
            onChange={(comment) => onChange({ comment })}
          />
          {isScored && (
            <NumberField
              label={`Points for ${title}`}
              help="Instead of the points of the level."
              isOptional
              minValue={0}
              formatOptions={hundredthsFormat}
              value={mark?.points ?? null}
              onChange={(points) => onChange({ points })}
            />
          )}
        </Stack>
      ) : (
        <div>
          <Button size="small" variant="quiet" aria-describedby={`criterion-${id}`} onPress={() => setMore(true)}>
            Comment or other points
          </Button>
        </div>
      )}
    </section>
  )
}
