import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEmailTexts } from '#core/web/mail.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormLinesField } from '#core/web/ui/forms/FormLinesField.tsx'
import { FormNumberField, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { attendanceSettingsChange, type AttendanceSettings } from '../attendance-contract.ts'
import * as styles from './rosters.css.ts'
import { attendanceApi } from './client.ts'

/** Edits when students are late, when attendance is overdue, and who is notified. */
export function AttendanceSettingsTab() {
  const settings = useQuery(attendanceApi.getAttendanceSettings())
  return (
    <Loaded query={settings} height={320}>
      {(data) => <AttendanceForm settings={data} />}
    </Loaded>
  )
}

function AttendanceForm({ settings }: { settings: AttendanceSettings }) {
  const { warning } = useEmailTexts()
  const queryClient = useQueryClient()
  const update = useMutation(
    attendanceApi.updateAttendanceSettings.mutation({ touches: [attendanceApi.getAttendanceSettings.key()] }),
  )
  const edit = useEditForm({
    thing: settings,
    schema: attendanceSettingsChange,
    editable: ({ updatedAt: _, ...decided }) => decided,
    save: async (change, { updatedAt }) => {
      const saved = await update.mutateAsync({ body: { ...change, updatedAt } })
      notify({ title: 'Settings Saved' })
      return saved
    },
    reread: () => queryClient.fetchQuery({ ...attendanceApi.getAttendanceSettings(), staleTime: 0 }),
  })
  return (
    <div className={styles.narrow}>
      <Card title="Attendance and notices">
        <Form form={edit.form} aria-label="Attendance and notices">
          <EditConflict edit={edit} noun="these settings" />
          <FormNumberField
            name="lateMinutes"
            label="Suggest ‘Late’ after"
            minValue={1}
            maxValue={120}
            help="Minutes after the start."
          />
          <FormNumberField
            name="overdueMinutes"
            label="Show missing attendance after"
            minValue={5}
            maxValue={240}
            help="Minutes after the start, on the dashboard."
          />
          <FormSwitch
            name="remindsInstructors"
            label="Remind instructors of missing attendance by email"
            help={warning}
          />
          <FormNumberField
            name="reminderMinutes"
            label="Remind after"
            minValue={10}
            maxValue={240}
            help="Minutes after the start. Sessions without an instructor are the admins’."
          />
          <FormSwitch name="tellsAbsences" label="Notify families of unexplained absences" help={warning} />
          <FormNumberField
            name="absenceMinutes"
            label="Notify families after"
            minValue={5}
            maxValue={120}
            help="Minutes after the student is marked absent. Guardians without notifications are never notified."
          />
          <FormSwitch
            name="countsRecordedOnly"
            label="Count recorded times only"
            help="Reports leave out hours without a recorded arrival or departure."
          />
          <FormLinesField
            name="hourBands"
            label="Bands of attended hours"
            isRequired
            help="Hours at which each band of the attendance report begins, after the first one from 0."
          />
          <FormActions>
            <SubmitButton needsChange>Save changes</SubmitButton>
          </FormActions>
        </Form>
      </Card>
    </div>
  )
}
