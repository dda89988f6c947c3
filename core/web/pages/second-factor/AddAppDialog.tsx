import { useQuery } from '@tanstack/react-query'
import { secondFactorContract } from '#core/contract/second-factor.ts'
import { t } from '../../text.ts'
import { DialogForm } from '../../ui/overlays/DialogForm.tsx'
import type { DialogState } from '../../ui/overlays/FormDialog.tsx'
import { secondFactorApi } from '../../secondFactor.ts'
import { CopyButton } from '../../ui/actions/CopyButton.tsx'
import { Dialog, DialogBody } from '../../ui/overlays/Dialog.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SubmitButton } from '../../ui/forms/Form.tsx'
import { FormCheckbox } from '../../ui/forms/FormFields.tsx'
import { FormTextField } from '../../ui/forms/FormTextField.tsx'
import { QrCode } from '../../ui/display/QrCode.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import * as styles from './AddAppDialog.css.ts'

export interface AddFactorProps extends DialogState {
  /** @param recoveryCodes to be shown this once; null when those from before stay valid */
  onAdded: (recoveryCodes: string[] | null) => void
}

/** Shows a secret to an authenticator app, and asks for the first code of it. */
export function AddAppDialog({ isOpen, onOpenChange, onAdded }: AddFactorProps) {
  return (
    <Dialog
      title={t('Set up an authenticator app')}
      help={t('Any app for one-time codes will do, on your phone or in your password manager.')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <NewApp onAdded={onAdded} />
    </Dialog>
  )
}

function NewApp({ onAdded }: Pick<AddFactorProps, 'onAdded'>) {
  // A secret for each time the dialog is opened, and not kept any longer than that.
  const started = useQuery({ ...secondFactorApi.startApp(), gcTime: 0 })
  if (started.isError) {
    return (
      <DialogBody>
        <ErrorState isFrameless error={started.error} onRetry={started.refetch} />
      </DialogBody>
    )
  }
  return (
    <DialogForm
      schema={secondFactorContract.addApp.body}
      defaultValues={{ code: '', endOtherSessions: true }}
      save={(body) => secondFactorApi.addApp.call({ body })}
      onSaved={({ recoveryCodes }) => onAdded(recoveryCodes)}
      submit={<SubmitButton isDisabled={!started.data}>{t('Set up')}</SubmitButton>}
    >
      <p>{t('1. Scan this with the app, or type the key there.')}</p>
      {started.data ? (
        <div className={styles.secret}>
          <QrCode text={started.data.uri} label={t('QR code for the authenticator app')} />
          <div className={styles.typed}>
            <span className={styles.help}>{t('Key')}</span>
            <code className={styles.text}>{inGroups(started.data.secret)}</code>
            <CopyButton size="small" text={started.data.secret} label={t('Copy key')} />
          </div>
        </div>
      ) : (
        <Skeleton height={184} />
      )}
      <p>{t('2. Enter the six digits that it shows now.')}</p>
      <FormTextField name="code" label={t('Code')} autoComplete="one-time-code" inputMode="numeric" />
      <EndOtherSessions />
    </DialogForm>
  )
}

/** Asks whether sessions that needed no second factor go on. */
export function EndOtherSessions() {
  return (
    <FormCheckbox
      name="endOtherSessions"
      label={t('Sign out everywhere else')}
      help={t('Ends your sessions on all other devices and browsers.')}
    />
  )
}

const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
