import { useEffect, useRef } from 'react'
import { TriangleAlert } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { ApiError } from '#core/web/apiError.ts'
import { PageLinkButton } from '#core/web/links.ts'
import { useUser } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogFormLayout } from '#core/web/ui/overlays/DialogForm.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { MIN_OVERRIDE_REASON_LENGTH, type Attendance } from '../contract.ts'
import { PickupFields } from './PickupFields.tsx'
import { otherAdultOf, pickupForm } from './pickupForm.ts'
import { TimeField } from './TimeField.tsx'
import { usePickupCheck } from './usePickupCheck.ts'
import type { MarkDetails, NewMarkDetails } from './markState.ts'
import * as styles from './pickup.css.ts'

interface MarkDetailsDialogProps {
  sessionId: string
  /** True if the attendance cannot be changed. */
  isLocked: boolean
  studentId: string
  /** Name of the student. */
  name: string
  mark: Attendance | null
  details: MarkDetails
  onSave: (details: NewMarkDetails) => void
  onClose: () => void
}

/** Edits arrival, departure, pickup and note, and links to an incident report. */
export function MarkDetailsDialog({ name, isLocked, onClose, ...rest }: MarkDetailsDialogProps) {
  return (
    <Dialog title={`Details of ${name}`} isOpen onOpenChange={onClose}>
      {isLocked || rest.mark === null ? (
        <>
          <DialogBody>
            <p>
              {isLocked
                ? 'You can’t change attendance here.'
                : 'To enter times or a note, mark attendance of this student first.'}
            </p>
            <IncidentLink {...rest} />
          </DialogBody>
          <DialogFooter>
            <Button slot="close">Close</Button>
          </DialogFooter>
        </>
      ) : (
        <MarkDetailsForm {...rest} onDone={onClose} />
      )}
    </Dialog>
  )
}

function IncidentLink({ sessionId, studentId }: Pick<MarkDetailsDialogProps, 'sessionId' | 'studentId'>) {
  return (
    <div>
      <PageLinkButton
        to="/incidents/new"
        search={{ session: sessionId, student: studentId }}
        icon={<TriangleAlert size={16} aria-hidden />}
      >
        Report an incident
      </PageLinkButton>
    </div>
  )
}

type MarkDetailsFormProps = Omit<MarkDetailsDialogProps, 'name' | 'isLocked' | 'onClose'> & { onDone: () => void }

function MarkDetailsForm({ sessionId, studentId, mark, details, onSave, onDone }: MarkDetailsFormProps) {
  const zone = useZone()
  const mayRelease = useUser().role === 'tenant_admin'
  const { refusal, check } = usePickupCheck(studentId)
  const { note, arrivedAt, leftAt, collectedBy } = details
  const form = useContractForm(pickupForm, {
    defaultValues: {
      note,
      arrivedAt,
      leftAt,
      collectedBy,
      override: '',
      otherAdult: null,
      needsId: false,
      isIdSeen: false,
      idKind: null,
      reason: '',
    },
    submit: async (values) => {
      const isRefused = values.collectedBy !== collectedBy && (await refuse(values.collectedBy)) !== null
      if (isRefused && !mayRelease) throw notSavedError()
      if (isRefused && values.override === '') throw reasonMissingError()
      onSave({
        note: values.note,
        arrivedAt: values.arrivedAt,
        leftAt: values.leftAt,
        collectedBy: values.collectedBy,
        override: isRefused ? values.override : '',
        otherAdult: otherAdultOf(values),
      })
      onDone()
    },
  })
  /** Checks a name. For a person who may not pick up the child, only an admin's reason counts, not an ID. */
  const refuse = async (name: string): Promise<string | null> => {
    const text = await check(name)
    if (text !== null) form.form.setValue('needsId', false)
    return text
  }
  const named = useWatch({ control: form.form.control, name: 'collectedBy' })
  const isShownRefused = refusal !== undefined && named.trim() === refusal.name
  const wasThere = mark === 'present' || mark === 'late'
  return (
    <DialogFormLayout form={form} submit="Save">
      {wasThere && (
        <>
          <TimeField name="arrivedAt" label="Arrived" zone={zone} />
          <TimeField name="leftAt" label="Left" zone={zone} />
          <PickupFields studentId={studentId} savedName={collectedBy} onNamed={(name) => void refuse(name)} />
          {isShownRefused && <Refusal key={refusal.text} text={refusal.text} />}
          {isShownRefused && mayRelease && (
            <FormTextField
              name="override"
              label="Reason to release anyway"
              multiline
              help={`At least ${MIN_OVERRIDE_REASON_LENGTH} characters. Every admin is notified, and it is saved with this attendance record.`}
            />
          )}
        </>
      )}
      <FormTextField name="note" label="Note" isOptional multiline help="Saved with this attendance record." />
      <IncidentLink sessionId={sessionId} studentId={studentId} />
    </DialogFormLayout>
  )
}

/** Takes the focus: the adult's fields have disappeared, and the message must be read first. */
function Refusal({ text }: { text: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} tabIndex={-1} className={styles.refusal}>
      <Banner tone="error">{text}</Banner>
    </div>
  )
}

const notSavedError = () => {
  const message = 'Not saved. Choose an authorized person, or ask an admin.'
  return new ApiError(message, 409, { code: 'pickup.refused', message })
}

const reasonMissingError = () => {
  const message = `Write the reason in at least ${MIN_OVERRIDE_REASON_LENGTH} characters`
  return new ApiError(message, 400, { code: 'invalid', message, fields: { override: message } })
}
