import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { MediaGallery } from '#core/web/ui/media/MediaGallery.tsx'
import { formatPoints } from './gradingLabels.ts'
import { QuestionText } from '../../../authoring/questions/web/QuestionText.tsx'
import type { JudgedAttempt } from '../contract.ts'
import * as styles from './Grading.css.ts'
import { toMediaItems } from './shownFiles.ts'

/** Renders the answers that no rule can grade, with their questions. */
export function AttemptShown({ attempt: { items, otherPoints, mostPoints }, number }: AttemptShownProps) {
  return (
    <Stack>
      {items.map(({ item, prompt, guidance, text, files, mostPoints: most }) => (
        <Card key={item} title={`Question ${item}`} help={`Up to ${formatPoints(most)}`}>
          <Stack>
            <p className={styles.quiet}>
              <QuestionText text={prompt} />
            </p>
            {text && <p className={styles.text}>{text}</p>}
            {files.length > 0 && <MediaGallery label={`Files of question ${item}`} items={toMediaItems(files)} />}
            {guidance && (
              <div>
                <h4 className={styles.criterionTitle}>Grading notes</h4>
                <p className={styles.text}>{guidance}</p>
              </div>
            )}
          </Stack>
        </Card>
      ))}
      <p className={styles.quiet}>
        Attempt {number}. The other answers have {otherPoints} of {formatPoints(mostPoints)} in all.
      </p>
    </Stack>
  )
}

interface AttemptShownProps {
  attempt: JudgedAttempt
  number: number
}
