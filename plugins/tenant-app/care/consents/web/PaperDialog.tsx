import { useMutation, useQuery } from '@tanstack/react-query'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { FormRadioGroup, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { paperAnswer } from '../student-contract.ts'
import { consentReads, studentConsentsApi } from './client.ts'

interface Person {
  id: string
  name: string
}

interface PaperDialogProps {
  consentId: string
  /** Student; undefined while the dialog is closed. */
  student: Person | undefined
  onClose: () => void
}

/** Records an answer that a guardian signed on paper. */
export function PaperDialog({ consentId, student, onClose }: PaperDialogProps) {
  return (
    <Dialog
      title="Record an answer on paper"
      help={student && `For ${student.name}`}
      size="small"
      isOpen={student !== undefined}
      onOpenChange={onClose}
    >
      {student && <LoadedGuardians consentId={consentId} student={student} onDone={onClose} />}
    </Dialog>
  )
}

interface LoadedGuardiansProps {
  consentId: string
  student: Person
  onDone: () => void
}

function LoadedGuardians({ consentId, student, onDone }: LoadedGuardiansProps) {
  const guardians = useQuery(studentConsentsApi.consentGuardians({ params: { id: student.id } }))
  const { data, error } = guardians
  if (data && data.length > 0) {
    return <PaperForm consentId={consentId} student={student} guardians={data} onDone={onDone} />
  }
  return (
    <DialogBody>
      {error ? (
        <ErrorState error={error} onRetry={guardians.refetch} isFrameless />
      ) : data ? (
        <p>{student.name} has no guardian who may decide. Add one on the student’s page first.</p>
      ) : (
        <Skeleton height={160} />
      )}
    </DialogBody>
  )
}

const answers = [
  { id: 'given' as const, label: 'Given' },
  { id: 'refused' as const, label: 'Refused' },
]

function PaperForm({ consentId, student, guardians, onDone }: LoadedGuardiansProps & { guardians: readonly Person[] }) {
  const record = useMutation(
    studentConsentsApi.recordPaperAnswer.mutation({
      touches: consentReads,
    }),
  )
  return (
    <DialogForm
      schema={paperAnswer}
      defaultValues={{ guardianId: guardians.length === 1 ? guardians[0]?.id : undefined, answer: undefined }}
      save={(body) => record.mutateAsync({ params: { id: student.id, consentId }, body })}
      saved={{ title: 'Answer recorded' }}
      submit="Record answer"
      onSaved={onDone}
    >
      <FormSelect
        name="guardianId"
        label="Guardian"
        placeholder="Who signed"
        options={guardians.map(({ id, name }) => ({ id, label: name }))}
      />
      <FormRadioGroup name="answer" label="Answer" options={answers} />
      <p>It counts from now on, under your name. Keep the paper.</p>
    </DialogForm>
  )
}
