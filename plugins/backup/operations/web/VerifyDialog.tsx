import { z } from 'zod'
import { FormPasswordField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { backupContract } from '../contract.ts'
import type { BackupDialogProps } from './BackupDialogProps.ts'
import * as styles from '../../shared/web/BackupPage.css.ts'
import { OperationProgress } from './OperationProgress.tsx'
import { runningOperation } from './backupLabels.ts'

/** Verifies an archive that another installation has encrypted. */
export function VerifyDialog({ backup, acts: { verify }, isOpen, onOpenChange }: BackupDialogProps) {
  const work = runningOperation(backup)
  return (
    <FormDialog
      title="Verify with a passphrase"
      help={<span className={styles.code}>{backup.name}</span>}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      schema={passphraseForm}
      defaultValues={{ passphrase: '' }}
      save={(body) => verify.mutateAsync({ params: { id: backup.id }, body })}
      submit="Verify"
    >
      <FormPasswordField
        name="passphrase"
        label="Passphrase"
        autoComplete="off"
        help="The passphrase of the installation that made the archive. It is not stored."
      />
      {work && <OperationProgress operation={work} />}
    </FormDialog>
  )
}

const passphraseForm = z.object({
  passphrase: backupContract.verifyBackup.body.unwrap().shape.passphrase.unwrap().min(1, 'The passphrase is required'),
})
