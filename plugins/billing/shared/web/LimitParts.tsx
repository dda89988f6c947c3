import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'

export function PlanLimitsNote() {
  return <p>Plan limits apply as well: the lower one counts. For plans without a limit, these apply.</p>
}

export function OrganizationsPerPlanField() {
  return (
    <FormNumberField
      name="maxTenantsPerPlan"
      label="Organizations on a plan"
      help="From 1 to 1,000,000. Once reached, no organization can be created with that plan."
    />
  )
}
