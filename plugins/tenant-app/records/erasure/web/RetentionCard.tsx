import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEmailTexts } from '#core/web/mail.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { retentionBounds, retentionChange, type RetentionSettings } from '../retention-contract.ts'
import { HeldStudents } from './HeldStudents.tsx'
import * as styles from './erasure.css.ts'
import { Removals } from './Removals.tsx'
import { retentionApi, retentionReads } from './client.ts'

/** Shows retention periods, upcoming removals and students on hold. */
export function RetentionCard() {
  const { promise } = useEmailTexts()
  const { data, error, refetch } = useQuery(retentionApi.getRetention())
  return (
    <Card
      title="Data retention"
      help={`Expired data is removed on the first of the month. ${promise('Admins are notified by email at least 30 days before.')}`}
    >
      {error && <ErrorState error={error} onRetry={refetch} isFrameless />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <div className={styles.outlook}>
          <RetentionForm settings={data.settings} />
          <Removals removals={data.removals} />
          {data.holds.length > 0 && <HeldStudents holds={data.holds} />}
        </div>
      )}
    </Card>
  )
}

function RetentionForm({ settings }: { settings: RetentionSettings }) {
  const queryClient = useQueryClient()
  const update = useMutation(retentionApi.updateRetention.mutation({ touches: retentionReads }))
  const edit = useEditForm({
    thing: settings,
    schema: retentionChange,
    editable: ({ updatedAt: _, ...decided }) => decided,
    save: async (change, { updatedAt }) => {
      const saved = await update.mutateAsync({ body: { ...change, updatedAt } })
      notify({ title: 'Settings Saved' })
      return saved
    },
    reread: async () => (await queryClient.fetchQuery({ ...retentionApi.getRetention(), staleTime: 0 })).settings,
  })
  const { healthMonths, consentMonths, attendanceMonths } = retentionBounds
  return (
    <Form form={edit.form} aria-label="Data retention">
      <EditConflict edit={edit} noun="these settings" />
      <FormNumberField
        name="healthMonths"
        label="Health data, months after a student has left"
        minValue={healthMonths.min}
        maxValue={healthMonths.max}
        help="At least 12, because claims can arrive late. 36 by default."
      />
      <FormNumberField
        name="consentMonths"
        label="Consents, months after a student has left"
        minValue={consentMonths.min}
        maxValue={consentMonths.max}
        help="At least 12: consents prove what families have allowed."
      />
      <FormNumberField
        name="attendanceMonths"
        label="Attendance, months after the session"
        minValue={attendanceMonths.min}
        maxValue={attendanceMonths.max}
        help="At least 36, for funders. After that, only counts per session stay."
      />
      <FormActions>
        <SubmitButton needsChange>Save changes</SubmitButton>
      </FormActions>
    </Form>
  )
}
