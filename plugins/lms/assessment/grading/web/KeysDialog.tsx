import { Fragment } from 'react'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import * as styles from './Grading.css.ts'

const keys: readonly [readonly string[], string][] = [
  [['J'], 'Next work'],
  [['K'], 'Previous work'],
  [['1', '…', '9'], 'Choose a level of the marked criterion, and go on to the next'],
  [['.'], 'Next criterion'],
  [[','], 'Previous criterion'],
  [['C'], 'Write a comment'],
  [['Enter'], 'Post and open the next submission'],
  [['Ctrl', 'Enter'], 'The same while you write'],
  [['D'], 'Keep as a draft'],
  [['R'], 'Return for revision'],
  [['X'], 'Excuse the learner'],
  [['/'], 'Search'],
  [['?'], 'Show these keys'],
]

/** Lists the keys, which work while the focus is on the page and not in a field. */
export function KeysDialog({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog
      title="Keys"
      help="They work while the focus is in the queue or the submission, outside of text fields."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <DialogBody>
        <dl className={styles.keys}>
          {keys.map(([pressed, does]) => (
            <Fragment key={does}>
              <dt>
                {pressed.map((key) => (
                  <kbd key={key} className={styles.key}>
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </Fragment>
          ))}
        </dl>
        <p>
          <TextLink href="/help?article=lms-grade">Help with grading</TextLink>
        </p>
      </DialogBody>
    </Dialog>
  )
}
