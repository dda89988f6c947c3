import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#core/web/apiError.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormDateTimeField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { collectorsApi } from '../../collectors/web/client.ts'
import { familiesApi } from '../../families/web/client.ts'
import { useZone } from '../../web/zone.ts'
import { markDetails, MIN_OVERRIDE_REASON, type Attendance } from '../contract.ts'
import * as styles from './rosters.css.ts'
import type { MarkDetails, NewMarkDetails } from './markQueue.ts'

interface MarkDetailsDialogProps {
  studentId: string
  /** Of the student whose mark it is. */
  name: string
  mark: Attendance | null
  details: MarkDetails
  onSave: (details: NewMarkDetails) => void
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

type MarkDetailsFormProps = Omit<MarkDetailsDialogProps, 'name' | 'onClose'> & { onDone: () => void }

function MarkDetailsForm({ studentId, mark, details, onSave, onDone }: MarkDetailsFormProps) {
  const zone = useZone()
  const isAdmin = useUser().role === 'tenant_admin'
  const [isRefused, setRefused] = useState(false)
  const form = useContractForm(markDetails, {
    defaultValues: {
      note: details.note,
      arrivedAt: details.arrivedAt,
      leftAt: details.leftAt,
      collectedBy: details.collectedBy,
      override: '',
    },
    submit: async (values) => {
      if (values.collectedBy !== details.collectedBy && values.override === '') {
        const refusal = await refusalOf(studentId, values.collectedBy)
        setRefused(refusal !== null)
        if (refusal !== null) throw refusedPickup(refusal)
      }
      onSave(values)
      onDone()
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
          <AuthorizedPeople
            studentId={studentId}
            onChoose={(name) => form.form.setValue('collectedBy', name, { shouldDirty: true, shouldValidate: true })}
          />
          {isRefused && isAdmin && (
            <FormTextField
              name="override"
              label="Reason to release all the same"
              isOptional
              multiline
              help={`At least ${MIN_OVERRIDE_REASON} characters. It is saved with this attendance record.`}
            />
          )}
        </>
      )}
      <FormTextField name="note" label="Note" isOptional multiline help="Stays with the mark." />
    </DialogForm>
  )
}

/** Asks before the child goes; without a connection the server refuses it later. */
async function refusalOf(studentId: string, collectedBy: string): Promise<string | null> {
  if (collectedBy === '') return null
  try {
    return (await collectorsApi.checkPickup.call({ params: { id: studentId }, body: { collectedBy } })).refusal
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unreachable') return null
    throw error
  }
}

const refusedPickup = (refusal: string) =>
  new ApiError(refusal, 409, { code: 'pickup.refused', message: refusal, fields: { collectedBy: refusal } })

interface AuthorizedPeopleProps {
  studentId: string
  onChoose: (name: string) => void
}

/** Buttons with those who may pick up the child today. */
function AuthorizedPeople({ studentId, onChoose }: AuthorizedPeopleProps) {
  const params = { id: studentId }
  const guardians = useQuery(familiesApi.listGuardians({ params }))
  const others = useQuery(collectorsApi.listCollectors({ params }))
  const names = [
    ...(guardians.data ?? [])
      .filter(({ mayCollect, admin }) => mayCollect && admin?.isRestricted !== true)
      .map(({ firstName, lastName, relationship }) => ({ name: `${firstName} ${lastName}`, relationship })),
    ...(others.data?.collectors ?? []).filter(({ isValid, isBarred }) => isValid && !isBarred),
  ]
  if (names.length === 0) return null
  return (
    <div role="group" aria-label="Authorized to pick up" className={styles.authorized}>
      <span className={styles.note}>Authorized to pick up</span>
      {names.map(({ name, relationship }) => (
        <Button key={`${name} ${relationship}`} size="small" onPress={() => onChoose(name)}>
          {relationship ? `${name} (${relationship})` : name}
        </Button>
      ))}
    </div>
  )
}
