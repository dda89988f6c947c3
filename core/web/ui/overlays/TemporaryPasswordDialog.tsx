import { useState } from 'react'
import { t } from '../../text.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { CopyButton } from '#core/web/ui/actions/CopyButton.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Secrets } from '../display/Secrets.tsx'

/** A password as it was given to someone, readable this once. */
export interface GivenPassword {
  name: string
  /** The email address, or the name that a student without one signs in with. */
  signInName: string
  /** Delivery of the password by email: held until there is a mail server, and none without an address. */
  mail: 'sent' | 'held' | 'none'
  password: string
}

const emailTexts: Record<GivenPassword['mail'], string> = {
  sent: t(' It is also sent by email.'),
  held: t(' Not sent: no mail server. Give it to them yourself.'),
  none: '',
}

interface TemporaryPasswordDialogProps {
  title: string
  /** Opens the dialog. */
  given: GivenPassword | undefined
  onClose: () => void
}

/** A temporary password to copy. It stays until it is done away with: it cannot be seen again. */
export function TemporaryPasswordDialog({ title, given, onClose }: TemporaryPasswordDialogProps) {
  const [shown, setShown] = useState(given)
  // The content stays while the dialog fades.
  if (given && given !== shown) setShown(given)
  return (
    <Dialog
      title={title}
      help={shown?.name}
      size="small"
      role="alertdialog"
      isOpen={given !== undefined}
      onOpenChange={onClose}
    >
      <DialogBody>
        {shown && (
          <Secrets
            label={t('Temporary password')}
            entries={[
              { label: shown.mail === 'none' ? t('Sign-in name') : t('Email'), value: shown.signInName },
              { label: t('Temporary password'), value: shown.password, isSecret: true },
            ]}
          />
        )}
        <Banner tone="warn">
          {t('Shown this once. It works for 7 days, and the first sign-in asks for a new one.')}
          {shown && emailTexts[shown.mail]}
        </Banner>
      </DialogBody>
      <DialogFooter>
        <CopyButton
          text={shown?.password ?? ''}
          label={t('Copy password')}
          onCopied={() =>
            notify({ title: t('Copied!'), description: t('Temporary password of {name}', { name: shown?.name ?? '' }) })
          }
        />
        <Button variant="primary" onPress={onClose}>
          {t('Done')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
