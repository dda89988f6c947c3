import { z } from 'zod'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormPasswordField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { backupContract } from '../contract.ts'
import type { BackupDialogProps } from './BackupDialogProps.ts'
import * as styles from '../../shared/web/BackupPage.css.ts'
import { OperationProgress } from './OperationProgress.tsx'
import { runningOperation } from './backupLabels.ts'

/** Verifies an archive that another installation has encrypted. */
export function VerifyDialog(props: BackupDialogProps) {
  return (
    <Dialog
      title="Verify with a passphrase"
      help={<span className={styles.code}>{props.backup.name}</span>}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <VerifyForm {...props} />
    </Dialog>
  )
}

const passphraseForm = z.object({
  passphrase: backupContract.verifyBackup.body.unwrap().shape.passphrase.unwrap().min(1, 'The passphrase is required'),
})

function VerifyForm({ backup, acts: { verify }, onOpenChange }: BackupDialogProps) {
  const form = useContractForm(passphraseForm, {
    defaultValues: { passphrase: '' },
    submit: async (body) => {
      await verify.mutateAsync({ params: { id: backup.id }, body })
      onOpenChange(false)
    },
  })
  const work = runningOperation(backup)
  return (
    <DialogForm form={form} submit={<SubmitButton>Verify</SubmitButton>}>
      <FormPasswordField
        name="passphrase"
        label="Passphrase"
        autoComplete="off"
        help="Of the installation that made the archive. It is not kept."
      />
      {work && <OperationProgress operation={work} />}
    </DialogForm>
  )
}
