import { useMutation, useQuery } from '@tanstack/react-query'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { FieldRow, Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { useWatch } from 'react-hook-form'
import { conversationSettingsChange, type ConversationSettings } from '../contract.ts'
import { conversationsApi } from './client.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, index) => ({
  id: String(index + 1),
  label,
}))

/** Office hours of conversations, and whether emails carry their text. */
export function OfficeHoursTab() {
  const settings = useQuery(conversationsApi.getConversationSettings())
  return (
    <Loaded query={settings} height={480}>
      {(found) => <SettingsForm settings={found} />}
    </Loaded>
  )
}

function SettingsForm({ settings }: { settings: ConversationSettings }) {
  const update = useMutation(
    conversationsApi.updateConversationSettings.mutation({ touches: [['api', 'conversations']] }),
  )
  const form = useContractForm(conversationSettingsChange, {
    defaultValues: settings,
    submit: async (body) => {
      form.form.reset(await update.mutateAsync({ body }))
      notify({ title: 'Settings Saved' })
    },
  })
  const { control, setValue, formState } = form.form
  const answerDays = useWatch({ control, name: 'answerDays' })
  return (
    <Card title="Conversations" help="Families see these hours while no one answers.">
      <Form form={form} aria-label="Conversations">
        <CheckboxGroup
          label="Days on which staff answer"
          options={days}
          value={answerDays.map(String)}
          onChange={(chosen) => setValue('answerDays', chosen.map(Number), { shouldDirty: true, shouldValidate: true })}
          error={formState.errors.answerDays && 'Choose a day'}
        />
        <FieldRow>
          <FormTextField name="answersFrom" type="time" label="From" />
          <FormTextField name="answersUntil" type="time" label="Until" />
        </FieldRow>
        <FormTextField name="urgentPhone" label="Phone for urgent matters" isOptional />
        <FormSwitch
          name="emailsText"
          label="Include the text in emails"
          help="Otherwise emails only say that there is a new message."
        />
        <FormActions>
          <SubmitButton needsChange>Save changes</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  )
}
