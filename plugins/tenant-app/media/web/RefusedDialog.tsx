import { countText } from '#core/contract/count-text.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { MediaResult } from '../contract.ts'
import * as styles from './MediaDialog.css.ts'

interface RefusedDialogProps {
  /** Result to show; undefined while the dialog is closed. */
  result: MediaResult | undefined
  onClose: () => void
}

/** Lists refused files with the reasons. */
export function RefusedDialog({ result, onClose }: RefusedDialogProps) {
  return (
    <Dialog title="Some files were not changed" isOpen={result !== undefined} onOpenChange={onClose} role="alertdialog">
      <DialogBody>
        {result && (
          <Banner
            tone="warn"
            title={`Done for ${String(result.changed)} of ${countText(result.changed + result.refused.length, 'file')}`}
          >
            <ul className={styles.reasons}>
              {result.refused.map(({ id, fileName, message }) => (
                <li key={id}>
                  {fileName}: {message}
                </li>
              ))}
            </ul>
          </Banner>
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close" autoFocus>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
