import { limitParts } from '#core/web/slots.ts'
import { ContributedPart } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsPage } from './SettingsPage.tsx'

/** Limits of every organization: of accounts and files, and of what the plugins that are on keep. */
export function LimitsPage() {
  const parts = useContributions(limitParts)
  const notes = parts.filter(({ fields }) => fields.length === 0)
  const more = parts.filter(({ fields }) => fields.length > 0)
  return (
    <SettingsPage path="/settings/limits">
      <p>These limits hold for every organization.</p>
      {notes.map((note) => (
        <ContributedPart key={note.id} contribution={note} fallback={<Skeleton height={24} />} />
      ))}
      <SettingsForm
        label="Limits"
        fields={['maxUsersPerTenant', 'maxStoragePerTenantMB', ...more.flatMap(({ fields }) => fields)]}
      >
        <FieldRow>
          <FormNumberField
            name="maxUsersPerTenant"
            label="Users of an organization"
            help="Active accounts of staff, from 1 to 10,000,000; parents and students are free. Lowering it removes no account; new ones are refused."
          />
          <FormNumberField
            name="maxStoragePerTenantMB"
            label="Storage of an organization"
            help="Megabytes of files, from 1 to 100,000,000. 1,024 are a gigabyte."
          />
        </FieldRow>
        {more.length > 0 && (
          <FieldRow>
            {more.map((part) => (
              <ContributedPart key={part.id} contribution={part} fallback={<Skeleton height={60} />} />
            ))}
          </FieldRow>
        )}
      </SettingsForm>
    </SettingsPage>
  )
}
