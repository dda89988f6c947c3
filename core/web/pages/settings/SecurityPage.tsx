import { securityForms } from '#core/web/slots.ts'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsPage } from './SettingsPage.tsx'

export function SecurityPage() {
  return (
    <SettingsPage path="/settings/security">
      <SettingsForm
        label="Passwords"
        title="Passwords"
        help="For passwords that are set from now on; those that people have stay as they are. The most used ones, and names of people and organizations, are always refused."
        fields={['passwordMinLength', 'passwordRequireSpecialChars']}
      >
        <FormNumberField name="passwordMinLength" label="Minimum length" help="Characters, from 8 to 128." />
        <FormSwitch
          name="passwordRequireSpecialChars"
          label="Require a special character"
          help="Something that is neither a letter nor a digit."
        />
      </SettingsForm>
      <SettingsForm
        label="Signing in"
        title="Signing in"
        fields={['sessionTimeoutMinutes', 'sessionLifetimeDays', 'maxLoginAttempts', 'lockoutDurationMinutes']}
      >
        <FieldRow>
          <FormNumberField
            name="sessionTimeoutMinutes"
            label="Session timeout"
            help="Minutes without any use after which people have to sign in again, from 5 to 43,200 (30 days). A shorter time also ends sessions that are idle already."
          />
          <FormNumberField
            name="sessionLifetimeDays"
            label="Session lifetime"
            help="Days after which people have to sign in again, even while they are active, from 1 to 365. A shorter time also ends sessions that are older already."
          />
        </FieldRow>
        <FieldRow>
          <FormNumberField
            name="maxLoginAttempts"
            label="Failed attempts"
            help="Wrong passwords in a row, from one network address for one email address, before it is locked there. From 1 to 100."
          />
          <FormNumberField
            name="lockoutDurationMinutes"
            label="Lockout"
            help="Minutes for which that network address then cannot sign in with it, from 1 to 10,080 (7 days)."
          />
        </FieldRow>
      </SettingsForm>
      <SettingsForm
        label="Two-step verification"
        title="Two-step verification"
        help="An authenticator app or a passkey, which people set up on their profile."
        fields={['requireSecondFactorForSuperAdmins']}
      >
        <FormSwitch
          name="requireSecondFactorForSuperAdmins"
          label="Require it of super admins"
          help="Super admins without one must set it up before they can do anything else, including those who are signed in now. Set up your own first."
        />
      </SettingsForm>
      <Contributions to={securityForms} fallback={<Skeleton height={160} />} />
    </SettingsPage>
  )
}
