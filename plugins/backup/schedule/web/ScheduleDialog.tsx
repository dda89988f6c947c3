import { useMutation } from '@tanstack/react-query'
import { serverMessage } from '#core/web/serverMessage.ts'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox, FormNumberField, FormTimeField } from '#core/web/ui/forms/FormFields.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { timeZoneOptions, zoneLabel } from '#core/web/ui/fields/timeZoneOptions.ts'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { scheduleChange } from '../contract.ts'
import type { ScheduleChange } from '../contract.ts'
import * as styles from '../../shared/web/BackupPage.css.ts'
import { scheduleText } from './scheduleText.ts'
import { scheduleApi } from './client.ts'

interface ScheduleDialogProps extends DialogState {
  schedule: ScheduleChange
}

export function ScheduleDialog({ schedule, ...dialog }: ScheduleDialogProps) {
  const change = useMutation(
    scheduleApi.changeSchedule.mutation({
      touches: [scheduleApi.schedulerStatus.key()],
      onError: (error) =>
        notify({
          title: 'Scheduler Error',
          description: serverMessage(error, 'Failed to change schedule'),
          tone: 'destructive',
        }),
    }),
  )
  const { time, timeZone, keepDaily, keepWeekly, keepMonthly } = schedule
  return (
    <FormDialog
      {...dialog}
      title="Change schedule"
      help="Time of the daily backup, and how many backups are kept."
      schema={scheduleChange}
      defaultValues={{ time, timeZone, keepDaily, keepWeekly, keepMonthly }}
      save={(body) => change.mutateAsync({ body })}
      saved={(changed) => ({
        title: 'Schedule changed',
        description: `Backups run daily at ${scheduleText(changed)}.`,
      })}
      submit={<SubmitButton needsChange>Save schedule</SubmitButton>}
    >
      <FieldRow>
        <FormTimeField name="time" label="Time" />
        <FormComboBox
          name="timeZone"
          label="Time zone"
          isRequired
          options={timeZoneOptions}
          selectedLabel={zoneLabel(timeZone)}
          emptyText="No such time zone"
        />
      </FieldRow>
      <div className={styles.kept}>
        <FormNumberField name="keepDaily" label="Daily kept" minValue={1} maxValue={366} />
        <FormNumberField name="keepWeekly" label="Weekly kept" minValue={0} maxValue={520} />
        <FormNumberField name="keepMonthly" label="Monthly kept" minValue={0} maxValue={120} />
      </div>
    </FormDialog>
  )
}
