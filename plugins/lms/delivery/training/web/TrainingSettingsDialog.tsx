import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEmailTexts } from '#core/web/mail.ts'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { LoadedInDialog } from '#core/web/ui/overlays/LoadedInDialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { trainingSettings, type TrainingSettings } from '../readiness-contract.ts'
import { readinessApi } from './client.ts'

/** Edits the settings of training. */
export function TrainingSettingsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Training settings" isOpen={isOpen} onOpenChange={onClose}>
      <LoadedSettings onDone={onClose} />
    </Dialog>
  )
}

function LoadedSettings({ onDone }: { onDone: () => void }) {
  // Never cached: the form has to start from the current settings.
  const settings = useQuery({ ...readinessApi.trainingSettings(), staleTime: 0, gcTime: 0 })
  return (
    <LoadedInDialog query={settings} height={160}>
      {(data) => <SettingsForm settings={data} onDone={onDone} />}
    </LoadedInDialog>
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
  return (
    <DialogForm
      schema={form}
      defaultValues={before}
      save={(body) => save.mutateAsync({ body: { ...body, updatedAt } })}
      saved={{ title: 'Training settings saved' }}
      submit="Save"
      onSaved={onDone}
    >
      <FormSwitch
        name="isReadinessRule"
        label="Require training to lead sessions"
        help="Refuse sessions whose instructor has not completed the training for the project. When off, the planner gets a warning"
      />
      <FormSwitch
        name="sendsReminders"
        label="Remind instructors"
        help={`${warning}By email 14 and 3 days before a required course is due, on the due date, and weekly after that`}
      />
      <FormSwitch
        name="sendsDigest"
        label="Notify admins each Monday"
        help="Overdue training and expiring certificates, if there are any"
      />
    </DialogForm>
  )
}
