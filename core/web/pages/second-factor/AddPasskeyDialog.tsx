import { z } from 'zod'
import { secondFactorContract } from '#core/contract/second-factor.ts'
import { makePasskey } from '../../passkeys.ts'
import { secondFactorApi } from '../../secondFactor.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogForm } from '../../ui/overlays/DialogForm.tsx'
import { SubmitButton } from '../../ui/forms/Form.tsx'
import { FormTextField } from '../../ui/forms/FormTextField.tsx'
import { useContractForm } from '../../ui/forms/contractForm.ts'
import { deviceName } from '../deviceName.ts'
import { EndOtherSessions } from './AddAppDialog.tsx'
import type { AddFactorProps } from './AddAppDialog.tsx'

const { name, endOtherSessions } = secondFactorContract.addPasskey.body.shape
const typed = z.object({ name, endOtherSessions })

/** Has the device make a passkey, under a name by which it is known later. */
export function AddPasskeyDialog({ isOpen, onOpenChange, onAdded }: AddFactorProps) {
  return (
    <Dialog
      title="Add a passkey"
      help="You then sign in with your fingerprint, your face or the PIN of the device, without a password."
      size="small"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <NewPasskey onAdded={onAdded} />
    </Dialog>
  )
}

function NewPasskey({ onAdded }: Pick<AddFactorProps, 'onAdded'>) {
  const form = useContractForm(typed, {
    defaultValues: { name: deviceName(navigator.userAgent), endOtherSessions: true },
    submit: async (body) => {
      const response = await makePasskey(await secondFactorApi.startPasskey.call())
      onAdded((await secondFactorApi.addPasskey.call({ body: { ...body, response } })).recoveryCodes)
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Add passkey</SubmitButton>}>
      <FormTextField name="name" label="Name" help="By which you know it again in the list." autoComplete="off" />
      <EndOtherSessions />
    </DialogForm>
  )
}
