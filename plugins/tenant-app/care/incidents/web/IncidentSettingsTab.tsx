import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { incidentSettings, type IncidentSettings } from '../office-contract.ts'
import { incidentOfficeApi } from './client.ts'

/** Edits who may share incident reports with families. */
export function IncidentSettingsTab() {
  const settings = useQuery(incidentOfficeApi.getIncidentSettings())
  return (
    <Loaded query={settings} height={200}>
      {(data) => <SettingsForm settings={data} />}
    </Loaded>
  )
}

function SettingsForm({ settings }: { settings: IncidentSettings }) {
  const queryClient = useQueryClient()
  const update = useMutation(
    incidentOfficeApi.updateIncidentSettings.mutation({ touches: [incidentOfficeApi.getIncidentSettings.key()] }),
  )
  const edit = useEditForm({
    thing: settings,
    schema: incidentSettings.omit({ updatedAt: true }),
    editable: ({ instructorsShare }) => ({ instructorsShare }),
    save: async (change, { updatedAt }) => {
      const saved = await update.mutateAsync({ body: { ...change, updatedAt } })
      notify({ title: 'Settings Saved' })
      return saved
    },
    reread: () => queryClient.fetchQuery({ ...incidentOfficeApi.getIncidentSettings(), staleTime: 0 }),
  })
  return (
    <Card title="Incidents">
      <Form form={edit.form} aria-label="Incidents">
        <EditConflict edit={edit} noun="these settings" />
        <FormSwitch
          name="instructorsShare"
          label="Instructors share their own reports with families"
          help="Serious reports are always shared by an admin or a safeguarding lead."
        />
        <FormActions>
          <SubmitButton needsChange>Save changes</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  )
}
