import { useMutation, useQuery } from '@tanstack/react-query'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { LoadedInDialog } from '#core/web/ui/overlays/LoadedInDialog.tsx'
import { EditForm } from '#core/web/ui/overlays/DialogForm.tsx'
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
  return (
    <LoadedInDialog query={guardian} height={520}>
      {(data) => <EditGuardianForm guardian={data} params={params} onDone={onDone} />}
    </LoadedInDialog>
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
  return (
    <EditForm
      thing={guardian}
      schema={guardianChange}
      editable={valuesOf}
      save={async (values, known) => {
        // Not every right that is shown is the one that was given: what nobody touched stays.
        const shown: Partial<Record<string, string | boolean>> = valuesOf(known)
        const body = Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== shown[field]))
        await update.mutateAsync({ params, body: { ...body, updatedAt: known.updatedAt } })
      }}
      saved={{ title: 'Guardian saved', description: nameOf(guardian) }}
      reread={() => familiesApi.getGuardian.call({ params })}
      noun="this guardian"
      onSaved={onDone}
    >
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
