import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEmailTexts } from '#core/web/mail.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { trainingSettings, type TrainingSettings } from '../readiness-contract.ts'
import { readinessApi } from './client.ts'

/** An admin chooses what follows from who is trained. */
export function TrainingSettingsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Training settings" isOpen={isOpen} onOpenChange={onClose}>
      <LoadedSettings onDone={onClose} />
    </Dialog>
  )
}

function LoadedSettings({ onDone }: { onDone: () => void }) {
  // The form begins as the settings are now, not as they were when the dialog was last open.
  const settings = useQuery({ ...readinessApi.trainingSettings(), staleTime: 0, gcTime: 0 })
  if (settings.data) return <SettingsForm settings={settings.data} onDone={onDone} />
  return (
    <DialogBody>
      {settings.error ? <ErrorState error={settings.error} onRetry={settings.refetch} /> : <Skeleton height={160} />}
    </DialogBody>
  )
}

const form = trainingSettings.omit({ updatedAt: true })

function SettingsForm({ settings, onDone }: { settings: TrainingSettings; onDone: () => void }) {
  const { warning } = useEmailTexts()
  const [{ updatedAt, ...before }] = useState(settings)
  const save = useMutation(
    readinessApi.updateTrainingSettings.mutation({
      touches: [readinessApi.trainingSettings.key(), readinessApi.readiness.key()],
    }),
  )
  const contractForm = useContractForm(form, {
    defaultValues: before,
    submit: async (body) => {
      await save.mutateAsync({ body: { ...body, updatedAt } })
      notify({ title: 'Training settings saved' })
      onDone()
    },
  })
  return (
    <DialogForm form={contractForm} submit={<SubmitButton>Save</SubmitButton>}>
      <FormSwitch
        name="isReadinessRule"
        label="Only trained instructors lead sessions"
        help="A session whose instructor has not completed the training for its project is refused; otherwise whoever plans it is warned"
      />
      <FormSwitch
        name="sendsReminders"
        label="Remind instructors"
        help={`${warning}By mail, two weeks and three days before the last day of a required course, on it, and each week after`}
      />
      <FormSwitch
        name="sendsDigest"
        label="Tell admins each Monday"
        help="Who is overdue, and whose certificates end; nothing where nobody is"
      />
    </DialogForm>
  )
}
