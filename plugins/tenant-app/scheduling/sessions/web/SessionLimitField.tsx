import { usePlatform } from '#core/web/session.ts'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'

export function SessionLimitField() {
  const hasPlans = usePlatform().plugins.includes('billing')
  return (
    <FormNumberField
      name="maxSessionsPerTenant"
      label="Sessions of an organization"
      help={
        hasPlans
          ? 'Sessions in a billing period that are not canceled, from 1 to 10,000,000. Without a plan, in a calendar month.'
          : 'Sessions in a calendar month that are not canceled, from 1 to 10,000,000.'
      }
    />
  )
}
