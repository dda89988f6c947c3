import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormDateField, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { newHoliday, type Holiday } from '../holidays-contract.ts'
import { HolidayEffectText } from './HolidayEffectText.tsx'
import { holidayReads, holidaysApi } from './client.ts'

interface HolidayDialogProps {
  /** Holiday to edit; undefined while the dialog is closed. */
  holiday: Holiday | 'new' | undefined
  onClose: () => void
}

export function HolidayDialog({ holiday: given, onClose }: HolidayDialogProps) {
  const holiday = useLast(given)
  const onError = (error: unknown) =>
    notify({ title: 'Failed to save holiday', description: errorText(error), tone: 'destructive' })
  const create = useMutation(holidaysApi.createHoliday.mutation({ touches: holidayReads, onError }))
  const update = useMutation(holidaysApi.updateHoliday.mutation({ touches: holidayReads, onError }))
  if (!holiday) return null
  return (
    <EditDialog
      title={holiday === 'new' ? 'Add Holiday' : 'Edit Holiday'}
      help="Days on which the organization is closed, the last one included."
      isOpen={given !== undefined}
      onOpenChange={onClose}
      thing={holiday === 'new' ? blank : holiday}
      schema={newHoliday}
      editable={({ id, name, firstDay, lastDay }) => ({ name, firstDay, lastDay, appliesToSessions: id === null })}
      save={(body, { id, updatedAt }) =>
        id === null
          ? create.mutateAsync({ body })
          : update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })
      }
      saved={{ title: 'Holiday saved successfully' }}
      noun="this holiday"
      reread={async (known) => {
        const found = (await holidaysApi.listHolidays.call({ query: {} })).find(({ id }) => id === known.id)
        if (!found) throw new Error('This holiday has been deleted.')
        return found
      }}
      submit="Save holiday"
    >
      {(known) => (
        <>
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
          <Effect known={known} />
        </>
      )}
    </EditDialog>
  )
}

const blank = { id: null, name: '', firstDay: '', lastDay: '', updatedAt: undefined }

/** Previews affected sessions: a new name affects none; new days do, unless the user opts out. */
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
