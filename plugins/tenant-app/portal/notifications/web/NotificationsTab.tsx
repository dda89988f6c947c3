import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FieldRow, Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { attendanceApi } from '../../../scheduling/rosters/web/client.ts'
import { notificationSettingsChange, type NotificationSettings } from '../contract.ts'
import { MailList } from './MailList.tsx'
import { notificationsApi } from './client.ts'
import { hourOptions, weekdayOptions } from './mailTimes.ts'

/** Lists the organization's emails with their recipients, and edits optional ones and their times. */
export function NotificationsTab() {
  const settings = useQuery(notificationsApi.notificationSettings())
  const attendance = useQuery(attendanceApi.getAttendanceSettings())
  const failed = [settings, attendance].find(({ error, data }) => error && !data)
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.refetch} />
  if (!settings.data || !attendance.data) return <Skeleton height={960} />
  return (
    <Stack>
      <SettingsForm settings={settings.data} />
      <MailList settings={settings.data} attendance={attendance.data} />
    </Stack>
  )
}

function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const queryClient = useQueryClient()
  const update = useMutation(
    notificationsApi.updateNotificationSettings.mutation({ touches: [notificationsApi.notificationSettings.key()] }),
  )
  const edit = useEditForm({
    thing: settings,
    schema: notificationSettingsChange,
    editable: ({ updatedAt: _, ...decided }) => decided,
    save: async (change, { updatedAt }) => {
      const saved = await update.mutateAsync({ body: { ...change, updatedAt } })
      notify({ title: 'Settings Saved' })
      return saved
    },
    reread: () => queryClient.fetchQuery({ ...notificationsApi.notificationSettings(), staleTime: 0 }),
  })
  return (
    <Card
      title="Notifications"
      help="Optional emails to families. Guardians who turned off notifications for a child get none about that child."
    >
      <Form form={edit.form} aria-label="Notifications">
        <EditConflict edit={edit} noun="these settings" />
        <FormSwitch
          name="sendsDigests"
          label="Weekly digest"
          help="Upcoming sessions, attendance, points, scores and tasks. Sent to guardians who subscribed in the parent portal."
        />
        <FieldRow>
          <FormSelect name="digestWeekday" label="Day of the digest" options={weekdayOptions} />
          <FormSelect name="digestHour" label="Hour of the digest" options={hourOptions} />
        </FieldRow>
        <FormSwitch
          name="asksConsents"
          label="Ask again for expiring consents"
          help="30 days before they expire, and when they have expired."
        />
        <FormSwitch
          name="asksHealth"
          label="Ask guardians once a year to confirm health and emergency data"
          help="The email only says that it is time to check. It contains no health data."
        />
        <FormActions>
          <SubmitButton needsChange>Save changes</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  )
}
