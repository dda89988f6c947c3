import { useId } from 'react'
import { MAX_CRITERION_POINTS, type Criterion } from '../judging-contract.ts'
import * as styles from './Judging.css.ts'

interface CriterionPointsProps {
  criterion: Criterion
  value: number | null
  isDisabled: boolean
  onChange: (value: number) => void
}

const choices = Array.from({ length: MAX_CRITERION_POINTS + 1 }, (_, points) => points)

/** Chooses 0 to 10 points for one criterion, by tap or arrow keys. */
export function CriterionPoints({ criterion: { name, weight }, value, isDisabled, onChange }: CriterionPointsProps) {
  const group = useId()
  return (
    <fieldset className={styles.criterion} disabled={isDisabled}>
      <legend className={styles.legend}>
        {name}
        {weight > 1 && <span className={styles.weight}> counts {weight} times</span>}
      </legend>
      <div className={styles.choices}>
        {choices.map((points) => (
          <label key={points} className={styles.choice}>
            <input
              type="radio"
              className={styles.radio}
              name={group}
              value={points}
              checked={value === points}
              onChange={() => onChange(points)}
            />
            {points}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
