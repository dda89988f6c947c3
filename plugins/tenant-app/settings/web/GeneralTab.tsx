import { Card } from '#core/web/ui/layout/Card.tsx'
import { EditConflict } from '#core/web/ui/forms/EditForm.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { timeZoneOptions, zoneLabel } from '#core/web/ui/fields/timeZoneOptions.ts'
import type { OrganizationSettings } from '../contract.ts'
import { LoadedSettings } from './LoadedSettings.tsx'
import * as styles from './OrganizationSettings.css.ts'
import { useSettingsForm } from './useSettingsForm.ts'

/** Name and time zone of the organization. */
export function GeneralTab() {
  return <LoadedSettings>{(settings) => <GeneralForm settings={settings} />}</LoadedSettings>
}

function GeneralForm({ settings }: { settings: OrganizationSettings }) {
  const edit = useSettingsForm(settings, ['name', 'timeZone'])
  return (
    <div className={styles.narrow}>
      <Card title="General">
        <Form form={edit.form} aria-label="General">
          <EditConflict edit={edit} thing="these settings" />
          <FormTextField name="name" label="Organization name" autoComplete="organization" />
          <FormComboBox
            name="timeZone"
            label="Time zone"
            options={timeZoneOptions}
            selectedLabel={zoneLabel(settings.timeZone)}
            emptyText="No such time zone"
            help="Everybody of the organization reads its times in this zone."
          />
          <FormActions>
            <SubmitButton isDisabled={!edit.form.isDirty || edit.conflict !== undefined}>Save changes</SubmitButton>
          </FormActions>
        </Form>
      </Card>
    </div>
  )
}
