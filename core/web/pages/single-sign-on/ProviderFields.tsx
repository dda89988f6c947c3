import { ssoRoles } from '#core/contract/single-sign-on.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { roleNames } from '#core/contract/roles.ts'
import { FormSwitch } from '../../ui/forms/FormFields.tsx'
import { useFormField } from '../../ui/forms/useFormField.ts'
import { FormLinesField } from '../../ui/forms/FormLinesField.tsx'
import { FormPasswordField, FormTextField } from '../../ui/forms/FormTextField.tsx'

interface ProviderFieldsProps {
  /** Providers of organizations alone create accounts. */
  createsAccounts: boolean
  /** A secret is saved already. */
  hasSecret?: boolean
}

/** Fields of an identity provider. */
export function ProviderFields({ createsAccounts, hasSecret }: ProviderFieldsProps) {
  return (
    <>
      <FormTextField
        name="name"
        label="Name"
        help="On the button: “Continue with Google”."
        placeholder="Google"
        autoComplete="off"
      />
      <FormTextField
        name="issuer"
        label="Issuer"
        help="Google: https://accounts.google.com. Microsoft: https://login.microsoftonline.com/ followed by your directory ID and /v2.0."
        type="url"
        autoComplete="off"
      />
      <FormTextField name="clientId" label="Client ID" autoComplete="off" />
      <FormPasswordField
        name="clientSecret"
        label="Client secret"
        help={hasSecret ? 'Leave empty to keep the one that is saved.' : 'Stored encrypted, and never shown again.'}
        autoComplete="new-password"
      />
      <FormLinesField
        name="allowedDomains"
        label="Allowed email domains"
        help="Empty links accounts of any domain."
        placeholder="school.example"
        isRequired={false}
      />
      {createsAccounts && <NewPeopleField />}
      <FormLinesField
        name="trustedFactors"
        label="Trusted second factors"
        help="Values of amr or acr, such as mfa, that replace the second step here."
        placeholder="mfa"
      />
      <FormSwitch name="isEnabled" label="Show on the sign-in page" help="Turned off, no one can sign in with it." />
    </>
  )
}

const NO_ROLE = 'none'

/** Role of people who sign in for the first time, or none: only people who have an account sign in then. */
function NewPeopleField() {
  const { value, onChange, ...field } = useFormField('defaultRole')
  return (
    <Select
      {...field}
      label="New people"
      help="On the first sign-in of someone of the domains above."
      options={[
        { id: NO_ROLE, label: 'Only people who have an account' },
        ...ssoRoles.map((id) => ({ id, label: `Create an account: ${roleNames[id]}` })),
      ]}
      value={typeof value === 'string' ? value : NO_ROLE}
      onChange={(chosen) => onChange(chosen === NO_ROLE ? null : chosen)}
    />
  )
}
