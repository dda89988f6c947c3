import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsPage } from './SettingsPage.tsx'

export function LimitsPage() {
  return (
    <SettingsPage path="/settings/limits">
      <p>
        These limits hold for every organization beside those of its plan: the smaller one counts, and for a plan
        without a limit these.
      </p>
      <SettingsForm
        label="Limits"
        fields={['maxUsersPerTenant', 'maxSessionsPerTenant', 'maxStoragePerTenantMB', 'maxTenantsPerPlan']}
      >
        <FieldRow>
          <FormNumberField
            name="maxUsersPerTenant"
            label="Users of an organization"
            help="Active accounts of staff, from 1 to 10,000,000; parents and students are free. Lowering it removes no account; new ones are refused."
          />
          <FormNumberField
            name="maxSessionsPerTenant"
            label="Sessions of an organization"
            help="Sessions in a billing period that are not canceled, from 1 to 10,000,000. Without a plan, in a calendar month."
          />
        </FieldRow>
        <FieldRow>
          <FormNumberField
            name="maxStoragePerTenantMB"
            label="Storage of an organization"
            help="Megabytes of files, from 1 to 100,000,000. 1,024 are a gigabyte."
          />
          <FormNumberField
            name="maxTenantsPerPlan"
            label="Organizations on a plan"
            help="From 1 to 1,000,000. Once reached, no organization can be created with that plan."
          />
        </FieldRow>
      </SettingsForm>
    </SettingsPage>
  )
}
