import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsPage } from './SettingsPage.tsx'

export function FeaturesPage() {
  return (
    <SettingsPage path="/settings/features">
      <SettingsForm label="Features" fields={['allowTenantSelfRegistration', 'enableAnalytics', 'enableAuditLogging']}>
        <FormSwitch
          name="allowTenantSelfRegistration"
          label="Organizations may register by themselves"
          help="Create Account on the sign-in page then makes an organization on trial with its admin. Otherwise accounts are made by invitation only."
        />
        <FormSwitch
          name="enableAnalytics"
          label="Analytics"
          help="The page that shows growth, use and sign-ins. Off, it is not there; nothing that it counts is lost."
        />
        <FormSwitch
          name="enableAuditLogging"
          label="Audit logging"
          help="Writes down who did what. Off, what happens meanwhile can never be found out; what was recorded stays."
        />
      </SettingsForm>
    </SettingsPage>
  )
}
