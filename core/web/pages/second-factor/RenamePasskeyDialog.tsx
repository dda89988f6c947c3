import { useQueryClient } from '@tanstack/react-query'
import { secondFactorContract } from '#core/contract/second-factor.ts'
import type { Passkey } from '#core/contract/second-factor.ts'
import { refresh } from '../../client.ts'
import { secondFactorApi } from '../../secondFactor.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogForm } from '../../ui/overlays/DialogForm.tsx'
import { SubmitButton } from '../../ui/forms/Form.tsx'
import { FormTextField } from '../../ui/forms/FormTextField.tsx'
import { useContractForm } from '../../ui/forms/contractForm.ts'

export interface PasskeyDialogProps {
  passkey: Passkey
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function RenamePasskeyDialog({ passkey, isOpen, onOpenChange }: PasskeyDialogProps) {
  return (
    <Dialog title="Rename the passkey" size="small" isOpen={isOpen} onOpenChange={onOpenChange}>
      <NameForm passkey={passkey} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function NameForm({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useContractForm(secondFactorContract.renamePasskey.body, {
    defaultValues: { name },
    submit: async (body) => {
      await secondFactorApi.renamePasskey.call({ params: { id }, body })
      await refresh(queryClient, [secondFactorApi.secondFactors.key()])
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Save name</SubmitButton>}>
      <FormTextField name="name" label="Name" autoComplete="off" />
    </DialogForm>
  )
}
