import { useQueryClient } from '@tanstack/react-query'
import { secondFactorContract } from '#core/contract/second-factor.ts'
import type { Passkey } from '#core/contract/second-factor.ts'
import { t } from '../../text.ts'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import type { DialogState } from '../../ui/overlays/FormDialog.tsx'
import { refresh } from '../../client.ts'
import { secondFactorApi } from '../../secondFactor.ts'
import { FormTextField } from '../../ui/forms/FormTextField.tsx'

export interface PasskeyDialogProps extends DialogState {
  passkey: Passkey
}

export function RenamePasskeyDialog({ passkey, ...dialog }: PasskeyDialogProps) {
  const queryClient = useQueryClient()
  const { id, name } = passkey
  return (
    <FormDialog
      {...dialog}
      title={t('Rename the passkey')}
      size="small"
      schema={secondFactorContract.renamePasskey.body}
      defaultValues={{ name }}
      save={async (body) => {
        await secondFactorApi.renamePasskey.call({ params: { id }, body })
        await refresh(queryClient, [secondFactorApi.secondFactors.key()])
      }}
      submit={t('Save name')}
    >
      <FormTextField name="name" label={t('Name')} autoComplete="off" />
    </FormDialog>
  )
}
