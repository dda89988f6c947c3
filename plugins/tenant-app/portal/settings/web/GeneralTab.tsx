import { useState } from 'react'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { timeZoneOptions, zoneLabel } from '#core/web/ui/fields/timeZoneOptions.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { zoneApi } from '../../../scheduling/series/web/client.ts'
import type { OrganizationSettings, OrganizationSettingsChange, SessionTimes } from '../contract.ts'
import { ConfirmTimeZone } from './ConfirmTimeZone.tsx'
import { EmailSender } from './EmailSender.tsx'
import { LoadedSettings } from './LoadedSettings.tsx'
import * as styles from './OrganizationSettings.css.ts'
import { ZoneDialog, type ZoneQuestion } from './ZoneDialog.tsx'
import { useFieldOfAddress } from './useFieldOfAddress.ts'
import { useSettingsForm } from './useSettingsForm.ts'

/** Edits name, contact and time zone of the organization. */
export function GeneralTab() {
  return <LoadedSettings>{(settings) => <GeneralForm settings={settings} />}</LoadedSettings>
}

function GeneralForm({ settings }: { settings: OrganizationSettings }) {
  const [question, setQuestion] = useState<ZoneQuestion>()
  /** Asks with a new zone whether upcoming sessions keep their local time. */
  const ask = async ({ timeZone: to }: OrganizationSettingsChange, { timeZone: from }: OrganizationSettings) => {
    if (to === undefined || to === from) return {}
    const effect = await zoneApi.previewZone.call({ body: { timeZone: to } })
    if (effect.sessions + effect.remarkCount === 0) return {}
    const sessionTimes = await new Promise<SessionTimes | undefined>((answer) =>
      setQuestion({ from, to, effect, answer }),
    )
    setQuestion(undefined)
    if (!sessionTimes) throw new Error('Nothing has been saved yet.')
    return { sessionTimes }
  }
  const edit = useSettingsForm(settings, ['name', 'contactEmail', 'timeZone'], ask)
  useFieldOfAddress(edit.form.form)
  return (
    <div className={styles.narrow}>
      {!settings.isTimeZoneConfirmed && <ConfirmTimeZone timeZone={settings.timeZone} />}
      <Card title="General">
        <Form form={edit.form} aria-label="General">
          <EditConflict edit={edit} noun="these settings" />
          <FormTextField name="name" label="Organization name" autoComplete="organization" />
          <FormTextField
            name="contactEmail"
            label="Contact email"
            type="email"
            autoComplete="email"
            help="We send account email here."
          />
          <FormComboBox
            name="timeZone"
            label="Time zone"
            options={timeZoneOptions}
            selectedLabel={zoneLabel(settings.timeZone)}
            emptyText="No such time zone"
            help="Times of the organization are shown in this zone."
          />
          <FormActions>
            <SubmitButton needsChange>Save changes</SubmitButton>
          </FormActions>
        </Form>
      </Card>
      <EmailSender />
      <ZoneDialog question={question} />
    </div>
  )
}
