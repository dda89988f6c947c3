import { bodyParts, type BodyPart } from '../contract.ts'
import { bodyPartLabels } from '../labels-contract.ts'
import * as styles from './BodyParts.css.ts'

/** Chooses injured body parts, a tap each. */
export function BodyParts({ value, onChange }: { value: readonly BodyPart[]; onChange: (value: BodyPart[]) => void }) {
  return (
    <fieldset className={styles.parts}>
      <legend className={styles.legend}>Where on the body</legend>
      <div className={styles.choices}>
        {bodyParts.map((part) => {
          const isChosen = value.includes(part)
          return (
            <button
              key={part}
              type="button"
              className={styles.choice}
              aria-pressed={isChosen}
              onClick={() => onChange(bodyParts.filter((one) => (one === part ? !isChosen : value.includes(one))))}
            >
              {bodyPartLabels[part]}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
