import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../text.ts'
import { saveFile } from '../../download.ts'
import { usePlatform, useSession } from '../../session.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { CopyButton } from '../../ui/actions/CopyButton.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlays/Dialog.tsx'
import * as styles from './RecoveryCodesDialog.css.ts'

interface RecoveryCodesDialogProps {
  /** Opens the dialog. */
  codes: readonly string[] | undefined
  onClose: () => void
}

/** Codes for the day when phone or device are lost. It stays until it is done away with: they cannot be seen again. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [shown, setShown] = useState(codes)
  // The content stays while the dialog fades.
  if (codes && codes !== shown) setShown(codes)
  const text = useAsText(shown ?? [])
  return (
    <Dialog
      title={t('Save your recovery codes')}
      help={t('Each of them signs you in once, in place of app or passkey.')}
      role="alertdialog"
      isOpen={codes !== undefined}
      onOpenChange={onClose}
    >
      <DialogBody>
        <Banner tone="warn">
          {t(
            'Shown only once. Store them where you can find them without your phone: printed, or in a password manager. Without them, only an administrator can let you back in.',
          )}
        </Banner>
        <ul className={styles.codes} aria-label={t('Recovery codes')}>
          {shown?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <CopyButton text={text} label={t('Copy codes')} />
        <Button
          icon={<Download size={16} aria-hidden />}
          onPress={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {t('Download')}
        </Button>
        <Button variant="primary" onPress={onClose}>
          {t('I have saved them')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** The file includes the account, to distinguish its codes from others. */
function useAsText(codes: readonly string[]): string {
  const { tenant, platformName } = usePlatform()
  const user = useSession()
  return [
    `Recovery codes of ${user?.email ?? user?.username ?? ''} for ${tenant?.name ?? platformName}`,
    '',
    ...codes,
    '',
  ].join('\n')
}
