import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { incidentKinds, newIncidents, seriousSigns, type NewIncidents } from '../contract.ts'
import { kindLabels, signLabels } from '../labels-contract.ts'
import { BodyParts } from './BodyParts.tsx'
import { ChildrenField, type StoredChild } from './ChildrenField.tsx'
import { CircumstanceFields } from './CircumstanceFields.tsx'
import { incidentReads } from './client.ts'
import { REPORTS_ON_DEVICE, reportStore, sendReport } from './reportStore.ts'

const kindOptions = incidentKinds.map((id) => ({ id, label: kindLabels[id] }))
const signOptions = seriousSigns.map((id) => ({ id, label: signLabels[id] }))

interface IncidentFormProps {
  userId: string
  initial: NewIncidents
  /** Children of the day’s meetings that this device holds. */
  storedChildren: readonly StoredChild[]
  /** Called when the report is stored on this device until there is a connection. */
  onStored: () => void
}

/** Form of a report. Each change is stored on this device first, so that a reload loses nothing. */
export function IncidentForm({ userId, initial, storedChildren, onStored }: IncidentFormProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useContractForm(newIncidents, {
    defaultValues: initial,
    submit: async (report) => {
      const [first] = report.reports
      if (!first) return
      const store = reportStore(userId)
      // Stores the report before it is shown as sent.
      const kept = await store.put([{ id: first.id, isSent: true, report }])
      const isSent = await sendReport(userId, { id: first.id, report }).catch(async (error: unknown) => {
        await store.put([{ id: first.id, isSent: false, report }])
        throw error
      })
      if (isSent) {
        notify({ title: report.isSubmitted ? 'Report submitted' : 'Draft saved' })
        await refresh(queryClient, [REPORTS_ON_DEVICE, ...incidentReads])
        await navigate({ to: '/incidents', replace: true })
      } else if (kept === undefined) {
        throw new Error(
          'The report was not sent, and this device has no room to store it. Keep this page open and submit again later.',
        )
      } else {
        // The list may not be loaded yet, and cannot load offline.
        onStored()
        void refresh(queryClient, [REPORTS_ON_DEVICE])
      }
    },
  })
  const { control, setValue, formState } = form.form
  const values = useWatch({ control }) as NewIncidents
  const { isDirty } = form
  useEffect(() => {
    const [first] = values.reports
    const checked = newIncidents.safeParse(values)
    if (isDirty && first && checked.success)
      void reportStore(userId).put([{ id: first.id, isSent: false, report: checked.data }])
  }, [userId, isDirty, values])
  const change = { shouldDirty: true } as const
  const isInjury = values.kind === 'injury'
  return (
    <Form form={form} aria-label="Incident report">
      <ChildrenField
        sessionId={values.sessionId}
        storedChildren={storedChildren}
        value={values.reports}
        error={formState.errors.reports && 'Choose a child'}
        onChange={(reports) => setValue('reports', reports, change)}
      />
      <FormSelect name="kind" label="Kind" options={kindOptions} />
      {isInjury && (
        <BodyParts value={values.bodyParts} onChange={(bodyParts) => setValue('bodyParts', bodyParts, change)} />
      )}
      <FormTextField name="description" label="What happened" multiline rows={3} />
      <CheckboxGroup
        label="Was any of this?"
        help="Admins are notified at once."
        isOptional
        options={signOptions}
        value={values.signs}
        onChange={(signs) => setValue('signs', signs, change)}
      />
      <FormTextField
        name="familyText"
        label="For the family"
        isOptional
        multiline
        rows={2}
        help="Without other children’s names. An admin reads it before the family does."
      />
      <Disclosure label="More: time, place, first aid, witness">
        {() => (
          <Stack>
            <CircumstanceFields />
          </Stack>
        )}
      </Disclosure>
      <FormActions>
        <SubmitButton onPress={() => setValue('isSubmitted', true)}>Submit report</SubmitButton>
        <Button
          isDisabled={form.isSubmitting}
          onPress={() => {
            setValue('isSubmitted', false)
            void form.onSubmit()
          }}
        >
          Save draft
        </Button>
      </FormActions>
    </Form>
  )
}
