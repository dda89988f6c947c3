import { useMutation, useQuery } from '@tanstack/react-query'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { guardianChange, type Guardian } from '../contract.ts'
import { RelationshipField, RightsFields } from './GuardianFields.tsx'
import { familiesApi, guardianReads } from './client.ts'
import { nameOf } from './guardianLabels.ts'

interface EditGuardianDialogProps {
  studentId: string
  /** undefined: closed. */
  guardianId: string | undefined
  onClose: () => void
}

export function EditGuardianDialog({ studentId, guardianId, onClose }: EditGuardianDialogProps) {
  return (
    <Dialog title="Edit guardian" isOpen={guardianId !== undefined} onOpenChange={onClose}>
      {guardianId && <LoadedGuardian params={{ id: studentId, guardianId }} onDone={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  params: { id: string; guardianId: string }
  onDone: () => void
}

/** Reads the guardian anew each time, so that nobody begins with what somebody else has changed since. */
function LoadedGuardian({ params, onDone }: FormProps) {
  const guardian = useQuery({ ...familiesApi.getGuardian({ params }), staleTime: 0, gcTime: 0 })
  if (guardian.data) return <EditGuardianForm guardian={guardian.data} params={params} onDone={onDone} />
  return (
    <DialogBody>
      {guardian.error ? (
        <ErrorState error={guardian.error} onRetry={guardian.refetch} isFrameless />
      ) : (
        <Skeleton height={520} />
      )}
    </DialogBody>
  )
}

const valuesOf = ({ relationship, maySee, mayBeTold, mayCollect, livesWithChild, phone, admin }: Guardian) => ({
  relationship,
  maySee,
  mayBeTold,
  mayCollect,
  livesWithChild,
  phone,
  address: admin?.address ?? '',
  notes: admin?.notes ?? '',
})

function EditGuardianForm({ guardian, params, onDone }: FormProps & { guardian: Guardian }) {
  const update = useMutation(familiesApi.updateGuardian.mutation({ touches: guardianReads }))
  const edit = useEditForm({
    thing: guardian,
    schema: guardianChange,
    editable: valuesOf,
    save: async (values, known) => {
      // Not every right that is shown is the one that was given: what nobody touched stays.
      const shown: Partial<Record<string, string | boolean>> = valuesOf(known)
      const body = Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== shown[field]))
      await update.mutateAsync({ params, body: { ...body, updatedAt: known.updatedAt } })
      notify({ title: 'Guardian saved', description: nameOf(guardian) })
      onDone()
    },
    reread: () => familiesApi.getGuardian.call({ params }),
  })
  return (
    <EditForm edit={edit} thing="this guardian">
      <RelationshipField />
      <RightsFields />
      <FormTextField name="phone" label="Phone" isOptional inputMode="tel" />
      <FormTextField name="address" label="Address" isOptional multiline />
      <FormTextField
        name="notes"
        label="Notes"
        isOptional
        multiline
        help="For admins. Phone, address and notes are the same for every child of this guardian."
      />
    </EditForm>
  )
}
