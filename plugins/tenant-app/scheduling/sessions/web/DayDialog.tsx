import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { fromWallTime, toWallTime } from '#core/web/ui/fields/zonedTime.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox, FormDateTimeField, FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { peopleApi } from '../../../base/people/web/client.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Session } from '../contract.ts'
import { dayForm, type Meeting } from '../meetings-contract.ts'
import { dayReads, meetingsApi } from './client.ts'
import { dayText } from './dayLabels.ts'

interface DayDialogProps {
  session: Session
  /** Day to edit; undefined while the dialog is closed. */
  day: Meeting | 'new' | undefined
  /** Last day of the session; a new day is suggested after it. */
  last: Meeting | undefined
  onClose: () => void
}

interface EditedDay {
  /** Id of the day; null for a new one. */
  id: string | null
  startsAt: string
  endsAt: string
  instructorId: string | null
  programMinutes: number | null
  updatedAt: string | undefined
}

/** Edits the time, the instructor and the program hours of one day of a session, or adds a day. */
export function DayDialog({ session, day: given, last, onClose }: DayDialogProps) {
  const zone = useZone()
  const day = useLast(given)
  const add = useMutation(meetingsApi.addMeeting.mutation({ touches: dayReads }))
  const update = useMutation(meetingsApi.updateMeeting.mutation({ touches: dayReads }))
  if (!day || !last) return null
  const isNew = day === 'new'
  const thing: EditedDay = isNew
    ? {
        ...last,
        id: null,
        startsAt: nextDay(last.startsAt, zone),
        endsAt: nextDay(last.endsAt, zone),
        updatedAt: undefined,
      }
    : day
  const params = { id: session.id }
  return (
    <EditDialog
      title={isNew ? 'Add Day' : `Edit ${dayText(day.day)}`}
      help={
        isNew ? 'Families of its students are notified.' : 'Families are notified of another time. Other days stay.'
      }
      isOpen={given !== undefined}
      onOpenChange={onClose}
      thing={thing}
      schema={dayForm}
      editable={({ startsAt, endsAt, instructorId, programMinutes }) => ({
        startsAt,
        endsAt,
        instructorId,
        programHours: programMinutes === null ? null : programMinutes / 60,
      })}
      save={async ({ programHours, ...body }, { id, updatedAt }) => {
        const programMinutes = programHours === null ? null : Math.round(programHours * 60)
        if (id === null) await add.mutateAsync({ params, body: { ...body, programMinutes } })
        else {
          const change = { ...body, programMinutes, updatedAt }
          await update.mutateAsync({ params: { ...params, meetingId: id }, body: change })
        }
        notify({ title: isNew ? 'Day added successfully' : 'Day updated successfully' })
      }}
      noun="this day"
      reread={async (known) => {
        const found = (await meetingsApi.listMeetings.call({ params })).find(({ id }) => id === known.id)
        if (!found) throw new Error('This day has been deleted.')
        return found
      }}
      submit={isNew ? 'Add day' : 'Save day'}
    >
      {({ programMinutes }) => (
        <>
          <FieldRow>
            <FormDateTimeField name="startsAt" label="Start" zone={zone} />
            <FormDateTimeField name="endsAt" label="End" zone={zone} />
          </FieldRow>
          {programMinutes !== null && (
            <FormNumberField name="programHours" label="Program hours per day" minValue={0} maxValue={24} />
          )}
          <DayInstructorField session={session} name={isNew ? null : day.instructorName} />
        </>
      )}
    </EditDialog>
  )
}

/** Same local time a day later. */
function nextDay(instant: string, zone: string): string {
  const [day = '', time = ''] = toWallTime(instant, zone).split('T')
  return fromWallTime(`${new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)}T${time}`, zone)
}

function DayInstructorField({ session, name }: { session: Session; name: string | null }) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const instructors = useQuery({
    ...peopleApi.listInstructors({ query: { search: search || undefined, limit: 20 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <FormComboBox
      name="instructorId"
      label="Instructor of this day"
      isOptional
      help={session.instructorName ? `Leave empty for ${session.instructorName}, who leads the session.` : undefined}
      placeholder="Search by name or email"
      emptyText="No instructor found"
      options={(instructors.data ?? []).map((one) => ({ id: one.id, label: one.name, description: one.email }))}
      selectedLabel={name ?? undefined}
      onInputChange={setText}
      isLoading={instructors.isFetching}
    />
  )
}
