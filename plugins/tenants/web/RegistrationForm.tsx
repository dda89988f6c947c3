import { SettingsForm } from '#core/web/pages/settings/SettingsForm.tsx'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'

/** What is asked of people who register an organization themselves. */
export function RegistrationForm() {
  return (
    <SettingsForm
      label="Registration"
      title="Registration"
      help="For organizations that register themselves, where that is allowed."
      fields={['requireEmailVerification']}
    >
      <FormSwitch
        name="requireEmailVerification"
        label="Require email verification"
        help="Whoever registers gets a link by mail and can sign in after opening it, so mail has to work. Off lets everyone in who has not opened theirs. People created by an admin need none."
      />
    </SettingsForm>
  )
}
