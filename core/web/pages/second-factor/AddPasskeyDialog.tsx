import { z } from 'zod'
import { secondFactorContract } from '#core/contract/second-factor.ts'
import { t } from '../../text.ts'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { makePasskey } from '../../passkeys.ts'
import { secondFactorApi } from '../../secondFactor.ts'
import { FormTextField } from '../../ui/forms/FormTextField.tsx'
import { deviceName } from '#core/contract/device-name.ts'
import { EndOtherSessions } from './AddAppDialog.tsx'
import type { AddFactorProps } from './AddAppDialog.tsx'

const { name, endOtherSessions } = secondFactorContract.addPasskey.body.shape
const typed = z.object({ name, endOtherSessions })

/** Has the device make a passkey, under a name by which it is known later. */
export function AddPasskeyDialog({ onAdded, ...dialog }: AddFactorProps) {
  return (
    <FormDialog
      {...dialog}
      title={t('Add a passkey')}
      help={t('You then sign in with your fingerprint, your face or the PIN of the device, without a password.')}
      size="small"
      schema={typed}
      defaultValues={{ name: deviceName(navigator.userAgent), endOtherSessions: true }}
      save={async (body) => {
        const response = await makePasskey(await secondFactorApi.startPasskey.call())
        return secondFactorApi.addPasskey.call({ body: { ...body, response } })
      }}
      onSaved={({ recoveryCodes }) => onAdded(recoveryCodes)}
      submit={t('Add passkey')}
    >
      <FormTextField
        name="name"
        label={t('Name')}
        help={t('A name that you will recognize in the list.')}
        autoComplete="off"
      />
      <EndOtherSessions />
    </FormDialog>
  )
}
