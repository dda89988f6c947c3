import { useMutation } from '@tanstack/react-query'
import { EditForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { consentChange, type ConsentDetail } from '../contract.ts'
import { TermFields } from './ConsentFields.tsx'
import { consentReads, consentsApi } from './client.ts'

/** Edits the audience and the end of a consent. */
export function EditConsentForm({ consent, onDone }: { consent: ConsentDetail; onDone: () => void }) {
  const update = useMutation(consentsApi.updateConsent.mutation({ touches: consentReads }))
  return (
    <EditForm
      thing={consent}
      schema={consentChange}
      editable={({ asked, grades, students, expiresAfterMonths, expiresOn }) => ({
        asked,
        grades,
        studentIds: students.map(({ id }) => id),
        expiresAfterMonths,
        expiresOn,
      })}
      save={(body, { id, updatedAt }) => update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })}
      reread={({ id }) => consentsApi.getConsent.call({ params: { id } })}
      saved={{ title: 'Consent changed' }}
      noun="this consent"
      onSaved={onDone}
    >
      {(known) => (
        <>
          <TermFields students={known.students} />
          <p>Answers that are there keep the end that they were given with.</p>
        </>
      )}
    </EditForm>
  )
}
