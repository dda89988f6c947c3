import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormDateTimeField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { useZone } from '../../web/zone.ts'
import { markDetails, type Attendance } from '../contract.ts'
import type { MarkDetails } from './markQueue.ts'

interface MarkDetailsDialogProps {
  /** Of the student whose mark it is. */
  name: string
  mark: Attendance | null
  details: MarkDetails
  onSave: (details: MarkDetails) => void
  onClose: () => void
}

/** When a student came and went, with whom, and what else is to be known of the mark. */
export function MarkDetailsDialog({ name, onClose, ...rest }: MarkDetailsDialogProps) {
  return (
    <Dialog title={`Times and note of ${name}`} isOpen onOpenChange={onClose}>
      <MarkDetailsForm {...rest} onDone={onClose} />
    </Dialog>
  )
}

type MarkDetailsFormProps = Pick<MarkDetailsDialogProps, 'mark' | 'details' | 'onSave'> & { onDone: () => void }

function MarkDetailsForm({ mark, details, onSave, onDone }: MarkDetailsFormProps) {
  const zone = useZone()
  const form = useContractForm(markDetails, {
    defaultValues: {
      note: details.note,
      arrivedAt: details.arrivedAt,
      leftAt: details.leftAt,
      collectedBy: details.collectedBy,
    },
    submit: async (values) => {
      onSave(values)
      onDone()
      return Promise.resolve()
    },
  })
  const wasThere = mark === 'present' || mark === 'late'
  return (
    <DialogForm form={form} submit={<SubmitButton>Save</SubmitButton>}>
      {wasThere && (
        <>
          <FormDateTimeField name="arrivedAt" label="Came" zone={zone} isOptional />
          <FormDateTimeField name="leftAt" label="Left" zone={zone} isOptional />
          <FormTextField name="collectedBy" label="Collected by" isOptional />
        </>
      )}
      <FormTextField name="note" label="Note" isOptional multiline help="Stays with the mark." />
    </DialogForm>
  )
}
