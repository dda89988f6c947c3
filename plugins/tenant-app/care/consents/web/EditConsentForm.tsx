import { useMutation } from '@tanstack/react-query'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { consentChange, type ConsentDetail } from '../contract.ts'
import { TermFields } from './ConsentFields.tsx'
import { consentReads, consentsApi } from './client.ts'

/** Edits who is asked, and until when. */
export function EditConsentForm({ consent, onDone }: { consent: ConsentDetail; onDone: () => void }) {
  const update = useMutation(consentsApi.updateConsent.mutation({ touches: consentReads }))
  const edit = useEditForm({
    thing: consent,
    schema: consentChange,
    editable: ({ asked, grades, students, expiresAfterMonths, expiresOn }) => ({
      asked,
      grades,
      studentIds: students.map(({ id }) => id),
      expiresAfterMonths,
      expiresOn,
    }),
    save: async (body, { id, updatedAt }) => {
      await update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })
      notify({ title: 'Consent changed' })
      onDone()
    },
    reread: ({ id }) => consentsApi.getConsent.call({ params: { id } }),
  })
  return (
    <EditForm edit={edit} thing="this consent">
      <TermFields students={edit.known.students} />
      <p>Answers that are there keep the end that they were given with.</p>
    </EditForm>
  )
}
