import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { EditConflict, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormRadioGroup } from '#core/web/ui/forms/FormFields.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newConsentVersion, type ConsentDetail } from '../contract.ts'
import { TextFields } from './ConsentFields.tsx'
import { consentReads, consentsApi } from './client.ts'

// A choice in words says more than a switch about what becomes of the answers.
const choices = [
  { id: 'again' as const, label: 'Ask everybody again', description: 'Answers to earlier texts count no more.' },
  {
    id: 'keep' as const,
    label: 'Keep the answers',
    description: 'For corrections that change nothing of what is allowed.',
  },
]

const versionSchema = newConsentVersion
  .omit({ asksAgain: true, updatedAt: true })
  .extend({ answers: z.enum(['again', 'keep'], 'Please choose what becomes of the answers') })

/** A new text, and what becomes of the answers to the earlier ones. */
export function PublishForm({ consent, onDone }: { consent: ConsentDetail; onDone: () => void }) {
  const publish = useMutation(consentsApi.publishConsentVersion.mutation({ touches: consentReads }))
  const edit = useEditForm({
    thing: consent,
    schema: versionSchema,
    editable: ({ title, versions }) => ({ title, body: versions[0]?.body ?? '', answers: 'again' as const }),
    save: async ({ answers, ...text }, { id, updatedAt }) => {
      await publish.mutateAsync({ params: { id }, body: { ...text, asksAgain: answers === 'again', updatedAt } })
      notify({ title: 'New version published' })
      onDone()
    },
    reread: ({ id }) => consentsApi.getConsent.call({ params: { id } }),
  })
  return (
    <DialogForm
      form={edit.form}
      submit={<SubmitButton isDisabled={edit.conflict !== undefined}>Publish version</SubmitButton>}
    >
      <EditConflict edit={edit} thing="this consent" />
      <TextFields />
      <FormRadioGroup name="answers" label="Answers so far" options={choices} />
    </DialogForm>
  )
}
