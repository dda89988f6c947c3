import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormPasswordField, FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { RemoveMailPassword } from './RemoveMailPassword.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { TestMessage } from './TestMessage.tsx'

export function EmailPage() {
  return (
    <SettingsPage path="/settings/email">
      <SettingsForm
        label="Mail server"
        title="Mail server"
        help="Without one, messages are held and can be read under Messages."
        fields={['mailHost', 'mailPort', 'mailUseTls', 'mailUsername', 'mailPassword', 'fromName', 'fromEmail']}
        actions={<RemoveMailPassword />}
      >
        {({ mailPasswordSet, supportEmail }) => (
          <>
            <FieldRow>
              <FormTextField
                name="mailHost"
                label="Host"
                isOptional
                autoComplete="off"
                help="Name or address of the SMTP server. Leave empty to hold all email."
              />
              <FormNumberField
                name="mailPort"
                label="Port"
                minValue={1}
                maxValue={65_535}
                formatOptions={{ maximumFractionDigits: 0 }}
                help="587 is usual, 465 where the connection is encrypted from the start."
              />
            </FieldRow>
            <FormSwitch
              name="mailUseTls"
              label="Require TLS"
              help="If off, email and password travel unencrypted: only for a server on the same machine or network."
            />
            <FieldRow>
              <FormTextField
                name="mailUsername"
                label="User name"
                isOptional
                autoComplete="off"
                help="Empty where the server asks for none."
              />
              <FormPasswordField
                name="mailPassword"
                label="Password"
                isOptional
                autoComplete="new-password"
                help={
                  mailPasswordSet
                    ? 'A password is set and stored encrypted. What you type here replaces it.'
                    : 'No password is set.'
                }
              />
            </FieldRow>
            <FieldRow>
              <FormTextField name="fromName" label="Sender’s name" isOptional autoComplete="off" />
              <FormTextField
                name="fromEmail"
                label="Sender’s address"
                type="email"
                isOptional
                autoComplete="off"
                help={`An address that the server may send from. If empty, email comes from ${supportEmail}.`}
              />
            </FieldRow>
          </>
        )}
      </SettingsForm>
      <TestMessage />
    </SettingsPage>
  )
}
