import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { FormRadioGroup } from '#core/web/ui/forms/FormFields.tsx'
import { EditForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newConsentVersion, type ConsentDetail } from '../contract.ts'
import { UnreachedFamilies } from '../../../base/families/web/UnreachedFamilies.tsx'
import { TextFields } from './ConsentFields.tsx'
import { consentReads, consentsApi } from './client.ts'

// Named options explain the effect on existing answers better than a switch.
const choices = [
  { id: 'again' as const, label: 'Ask everyone again', description: 'Answers to earlier texts count no more.' },
  {
    id: 'keep' as const,
    label: 'Keep the answers',
    description: 'For corrections that change nothing of what is allowed.',
  },
]

const versionSchema = newConsentVersion
  .omit({ asksAgain: true, updatedAt: true })
  .extend({ answers: z.enum(['again', 'keep'], 'Please choose what becomes of the answers') })

/** Edits a new text, and decides whether answers to earlier ones still count. */
export function PublishForm({ consent, onDone }: { consent: ConsentDetail; onDone: () => void }) {
  const publish = useMutation(consentsApi.publishConsentVersion.mutation({ touches: consentReads }))
  return (
    <EditForm
      thing={consent}
      schema={versionSchema}
      editable={({ title, versions }) => ({ title, body: versions[0]?.body ?? '', answers: 'again' as const })}
      save={({ answers, ...text }, { id, updatedAt }) =>
        publish.mutateAsync({ params: { id }, body: { ...text, asksAgain: answers === 'again', updatedAt } })
      }
      reread={({ id }) => consentsApi.getConsent.call({ params: { id } })}
      saved={{ title: 'New version published' }}
      noun="this consent"
      submit="Publish version"
      onSaved={onDone}
    >
      <UnreachedFamilies />
      <TextFields />
      <FormRadioGroup name="answers" label="Answers so far" options={choices} />
    </EditForm>
  )
}
