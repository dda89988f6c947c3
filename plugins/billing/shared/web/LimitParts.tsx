import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'

export function PlanLimitsNote() {
  return (
    <p>
      Each organization has the limits of its plan, too: the smaller one counts, and for a plan without a limit these.
    </p>
  )
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
