import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEmailTexts } from '#core/web/mail.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { doorSettingsChange, type DoorSettings } from '../../door-settings/contract.ts'
import { doorApi } from './client.ts'

/** Edits when a child is picked up late, and who may release it to other adults. */
export function DoorSettingsTab() {
  const settings = useQuery(doorApi.getDoorSettings())
  return (
    <Loaded query={settings} height={320}>
      {(data) => <DoorForm settings={data} />}
    </Loaded>
  )
}

function DoorForm({ settings }: { settings: DoorSettings }) {
  const { warning } = useEmailTexts()
  const queryClient = useQueryClient()
  const update = useMutation(doorApi.updateDoorSettings.mutation({ touches: [doorApi.getDoorSettings.key()] }))
  const edit = useEditForm({
    thing: settings,
    schema: doorSettingsChange,
    editable: ({ updatedAt: _, ...decided }) => decided,
    save: async (change, { updatedAt }) => {
      const saved = await update.mutateAsync({ body: { ...change, updatedAt } })
      notify({ title: 'Settings Saved' })
      return saved
    },
    reread: () => queryClient.fetchQuery({ ...doorApi.getDoorSettings(), staleTime: 0 }),
  })
  return (
    <Card title="Pick-ups">
      <Form form={edit.form} aria-label="Pick-ups">
        <EditConflict edit={edit} noun="these settings" />
        <FormNumberField
          name="graceMinutes"
          label="A pick-up is late after"
          minValue={0}
          maxValue={120}
          help="Minutes after the end. Admins are emailed 15 and 30 minutes later."
        />
        <FormSwitch
          name="releasesAfterCall"
          label="Instructors may release a child to an unlisted adult after calling a guardian"
          help="Otherwise only an admin may."
        />
        <FormSwitch
          name="kioskChecksOut"
          label="Guardians may check children out at a kiosk by themselves"
          help="Otherwise a kiosk only asks, and staff release the child. Authorized pickups always ask."
        />
        <FormTextField
          name="aloneFrom"
          label="Children with consent leave alone from"
          isOptional
          help="A time such as 16:30. Leave empty for the end of the session."
        />
        <FormTextField
          name="lateText"
          label="What to do when a child is still here"
          multiline
          isOptional
          help={warning ?? 'Part of the second email.'}
        />
        <FormActions>
          <SubmitButton needsChange>Save changes</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  )
}
