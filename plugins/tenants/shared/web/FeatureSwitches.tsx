import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'

export function RegistrationSwitch() {
  return (
    <FormSwitch
      name="allowTenantSelfRegistration"
      label="Allow organizations to register"
      help="Create Account on the sign-in page then makes an organization on trial with its admin. Otherwise accounts are made by invitation only."
    />
  )
}

export function AnalyticsSwitch() {
  return (
    <FormSwitch
      name="enableAnalytics"
      label="Analytics"
      help="A page with growth, usage and sign-ins. Turning it off hides the page; no data is lost."
    />
  )
}
