import { SettingsForm } from '#core/web/pages/settings/SettingsForm.tsx'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'

/** Edits the settings of organizations that register themselves. */
export function RegistrationForm() {
  return (
    <SettingsForm
      label="Registration"
      title="Registration"
      help="Applies to organizations that register themselves."
      fields={['requireEmailVerification']}
    >
      <FormSwitch
        name="requireEmailVerification"
        label="Require email verification"
        help="People who register get a link by email and can sign in after opening it, so email has to work. When off, people who have not opened theirs can sign in, too. Accounts that an admin creates need none."
      />
    </SettingsForm>
  )
}
