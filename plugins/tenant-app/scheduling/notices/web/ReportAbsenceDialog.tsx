import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { FormDateField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { todayIn } from '../../../admissions/students/web/studentLabels.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { newAbsence, type ChildSession } from '../contract.ts'
import { ALL_DAYS, absenceDays } from './absenceDays.ts'
import { absenceReads, noticesApi } from './client.ts'

interface ReportAbsenceDialogProps {
  studentId: string
  firstName: string
  /** Session of the absence; null for an absence by day, undefined while the dialog is closed. */
  session: Pick<ChildSession, 'id' | 'name'> | null | undefined
  onClose: () => void
}

export function ReportAbsenceDialog({ studentId, firstName, session: given, onClose }: ReportAbsenceDialogProps) {
  const session = useLast(given)
  const zone = useZone()
  const today = todayIn(zone)
  const report = useMutation(noticesApi.reportAbsence.mutation({ touches: absenceReads(studentId) }))
  const days = session ? null : today
  const sessions = useQuery({
    ...noticesApi.listChildSessions({ params: { id: studentId }, query: {} }),
    enabled: !!session,
  })
  const found = sessions.data?.find(({ id }) => id === session?.id)
  const options = found ? absenceDays(found, zone) : []
  const [chosen, setChosen] = useState<{ sessionId: string; day: string }>()
  const day = (chosen?.sessionId === session?.id && chosen?.day) || options[0]?.id || ALL_DAYS
  const meetingId = session && day !== ALL_DAYS ? day : null
  return (
    <FormDialog
      title={session ? `Report absence from ${session.name}` : 'Report absence'}
      help={session ? undefined : `${firstName} is excused from every session of these days.`}
      isOpen={given !== undefined}
      onOpenChange={onClose}
      schema={newAbsence}
      defaultValues={{ sessionId: session?.id ?? null, meetingId: null, fromDay: days, toDay: days, reason: '' }}
      save={(body) => report.mutateAsync({ params: { id: studentId }, body: { ...body, meetingId } })}
      saved={{ title: 'Absence reported', description: `${firstName} is excused.` }}
      submit="Report absence"
    >
      {!session && (
        <>
          <FormDateField name="fromDay" label="First day" autoFocus />
          <FormDateField name="toDay" label="Last day" />
        </>
      )}
      {session && options.length > 0 && (
        <Select
          label="Day"
          options={options}
          value={day}
          onChange={(next) => setChosen({ sessionId: session.id, day: next })}
        />
      )}
      <FormTextField
        name="reason"
        label="Reason"
        isOptional
        multiline
        autoFocus={session !== null}
        help="Read by those who run the sessions."
      />
    </FormDialog>
  )
}
