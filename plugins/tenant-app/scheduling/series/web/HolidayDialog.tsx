import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditConflict, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormDateField, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newHoliday, type Holiday } from '../holidays-contract.ts'
import { HolidayEffectText } from './HolidayEffectText.tsx'
import { holidayReads, holidaysApi } from './client.ts'

interface HolidayDialogProps {
  /** undefined: closed. */
  holiday: Holiday | 'new' | undefined
  onClose: () => void
}

export function HolidayDialog({ holiday, onClose }: HolidayDialogProps) {
  return (
    <Dialog
      title={holiday === 'new' ? 'Add Holiday' : 'Edit Holiday'}
      help="Days on which the organization is closed, the last one included."
      isOpen={holiday !== undefined}
      onOpenChange={onClose}
    >
      <HolidayForm holiday={holiday === 'new' ? undefined : holiday} onDone={onClose} />
    </Dialog>
  )
}

const blank = { id: null, name: '', firstDay: '', lastDay: '', updatedAt: undefined }

function HolidayForm({ holiday, onDone }: { holiday: Holiday | undefined; onDone: () => void }) {
  const onError = (error: unknown) =>
    notify({ title: 'Failed to save holiday', description: errorText(error), tone: 'destructive' })
  const create = useMutation(holidaysApi.createHoliday.mutation({ touches: holidayReads, onError }))
  const update = useMutation(holidaysApi.updateHoliday.mutation({ touches: holidayReads, onError }))
  const edit = useEditForm({
    thing: holiday ?? blank,
    schema: newHoliday,
    editable: ({ id, name, firstDay, lastDay }) => ({ name, firstDay, lastDay, appliesToSessions: id === null }),
    save: async (body, { id, updatedAt }) => {
      if (id === null) await create.mutateAsync({ body })
      else await update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })
      notify({ title: 'Holiday saved successfully' })
      onDone()
    },
    reread: async (known) => {
      const found = (await holidaysApi.listHolidays.call({ query: {} })).find(({ id }) => id === known.id)
      if (!found) throw new Error('This holiday has been deleted.')
      return found
    },
  })
  return (
    <DialogForm
      form={edit.form}
      submit={<SubmitButton isDisabled={edit.conflict !== undefined}>Save holiday</SubmitButton>}
    >
      <EditConflict edit={edit} thing="this holiday" />
      <FormTextField name="name" label="Name" autoFocus placeholder="Winter break" />
      <FieldRow>
        <FormDateField name="firstDay" label="First day" />
        <FormDateField name="lastDay" label="Last day" />
      </FieldRow>
      <FormSwitch
        name="appliesToSessions"
        label="Skip sessions of series on these days"
        help="Sessions that the holiday does not concern any more take place again."
      />
      <Effect known={edit.known} />
    </DialogForm>
  )
}

/** Another name concerns no session; other days do, unless somebody says that they don't. */
function Effect({ known }: { known: Pick<Holiday, 'firstDay' | 'lastDay'> & { id: string | null } }) {
  const { setValue } = useFormContext()
  const [firstDay, lastDay, applies] = useWatch({ name: ['firstDay', 'lastDay', 'appliesToSessions'] }) as [
    string | null,
    string | null,
    boolean,
  ]
  const isElsewhen = known.id === null || firstDay !== known.firstDay || lastDay !== known.lastDay
  useEffect(() => setValue('appliesToSessions', isElsewhen), [setValue, isElsewhen])
  if (!applies || !firstDay || !lastDay || lastDay < firstDay) return null
  return <HolidayEffectText holidayId={known.id} days={{ firstDay, lastDay }} />
}
