import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'

export function RegistrationSwitch() {
  return (
    <FormSwitch
      name="allowTenantSelfRegistration"
      label="Organizations may register by themselves"
      help="Create Account on the sign-in page then makes an organization on trial with its admin. Otherwise accounts are made by invitation only."
    />
  )
}

export function AnalyticsSwitch() {
  return (
    <FormSwitch
      name="enableAnalytics"
      label="Analytics"
      help="The page that shows growth, use and sign-ins. Off, it is not there; nothing that it counts is lost."
    />
  )
}
