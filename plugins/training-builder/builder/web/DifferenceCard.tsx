import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { DifferentFact } from './comparing.ts'
import * as styles from './DifferenceCard.css.ts'

interface DifferenceCardProps {
  title: string
  /** Description of the difference, in one sentence. */
  help: string
  facts: readonly DifferentFact[]
  /** Labels of the two sides: 'Yours', 'Theirs'. */
  sides: readonly [mine: string, theirs: string]
  choices: readonly [keep: string, take: string]
  isTaken: boolean
  onChoose: (isTaken: boolean) => void
}

/** Renders two versions of a module side by side, with a choice between them. */
export function DifferenceCard({ title, help, facts, sides, choices, isTaken, onChoose }: DifferenceCardProps) {
  return (
    <Card title={title} level={3} help={help}>
      <Stack>
        {facts.map(({ key, label, mine, theirs }) => (
          <div key={key} className={styles.fact}>
            <h4 className={styles.label}>{label}</h4>
            <div className={styles.sides}>
              {[mine, theirs].map((text, index) => (
                <div key={sides[index]} className={styles.side}>
                  <div className={styles.whose}>{sides[index]}</div>
                  <p className={styles.text}>{text || '—'}</p>
                </div>
              ))}
            </div>
          </div>
        ))}
        <RadioGroup
          label={`What is to count of ${title}`}
          options={[
            { id: 'keep', label: choices[0] },
            { id: 'take', label: choices[1] },
          ]}
          value={isTaken ? 'take' : 'keep'}
          onChange={(id) => onChoose(id === 'take')}
        />
      </Stack>
    </Card>
  )
}
