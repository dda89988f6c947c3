import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { timeZoneOptions, zoneLabel } from '#core/web/ui/fields/timeZoneOptions.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsPage } from './SettingsPage.tsx'

export function GeneralPage() {
  return (
    <SettingsPage path="/settings/general">
      <SettingsForm
        label="General settings"
        fields={['platformName', 'platformDescription', 'supportEmail', 'timeZone']}
      >
        {({ timeZone }) => (
          <>
            <FormTextField
              name="platformName"
              label="Platform name"
              autoComplete="off"
              help="Shown in the sidebar, in window titles and in email. At most 100 characters."
            />
            <FormTextField
              name="platformDescription"
              label="Platform description"
              multiline
              isOptional
              help="What the platform is for, in a sentence or two. At most 1,000 characters."
            />
            <FieldRow>
              <FormTextField
                name="supportEmail"
                label="Support email"
                type="email"
                autoComplete="off"
                help="People are sent here when they are locked out or their organization is suspended."
              />
              <FormComboBox
                name="timeZone"
                label="Time zone"
                options={timeZoneOptions}
                selectedLabel={zoneLabel(timeZone)}
                help="Where the platform’s own days begin. Organizations have their own."
              />
            </FieldRow>
          </>
        )}
      </SettingsForm>
    </SettingsPage>
  )
}
