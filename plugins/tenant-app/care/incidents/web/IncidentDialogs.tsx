import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ImageField } from '#core/web/ui/fields/ImageField.tsx'
import { FormCheckbox, FormDateField, FormDateTimeField, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { EditDialog, FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { callOutcomes, newAddition, newCall, newFollowUp, sharing } from '../acts-contract.ts'
import { draftTexts, incidentKinds, type Incident } from '../contract.ts'
import { kindLabels, outcomeLabels } from '../labels-contract.ts'
import { CircumstanceFields } from './CircumstanceFields.tsx'
import { incidentOfficeApi, incidentReads, incidentsApi } from './client.ts'

export type IncidentDialog = 'edit' | 'share' | 'call' | 'addition' | 'follow-up' | 'photo'

interface IncidentDialogsProps {
  incident: Incident
  open: IncidentDialog | undefined
  onClose: () => void
}

const outcomeOptions = callOutcomes.map((id) => ({ id, label: outcomeLabels[id] }))
const kindOptions = incidentKinds.map((id) => ({ id, label: kindLabels[id] }))

/** Dialogs of a report's page. */
export function IncidentDialogs(props: IncidentDialogsProps) {
  const { incident, open, onClose } = props
  const zone = useZone()
  const [openedAt] = useState(() => new Date().toISOString())
  const touches = { touches: incidentReads }
  const share = useMutation(incidentsApi.shareIncident.mutation(touches))
  const call = useMutation(incidentsApi.addCall.mutation(touches))
  const add = useMutation(incidentsApi.addToIncident.mutation(touches))
  const params = { id: incident.id }
  const dialog = (name: IncidentDialog) => ({ isOpen: open === name, onOpenChange: onClose })
  return (
    <>
      <FormDialog
        {...dialog('share')}
        title="Share with the family?"
        help="Every guardian who may see the child reads this text at the same moment. It cannot be changed afterwards."
        schema={sharing}
        defaultValues={{ familyText: incident.familyText, isNameMeant: false }}
        save={(body) => share.mutateAsync({ params, body })}
        saved={{ title: 'Shared with the family' }}
        submit="Share"
      >
        <FormTextField name="familyText" label="For the family" multiline rows={5} />
        {incident.namedChildren.length > 0 && (
          <FormCheckbox name="isNameMeant" label={`No other child is meant by ${incident.namedChildren.join(', ')}`} />
        )}
      </FormDialog>
      <FormDialog
        {...dialog('call')}
        title="Log a call"
        schema={newCall}
        defaultValues={{ called: '', outcome: 'reached', happenedAt: openedAt, words: '' }}
        save={(body) => call.mutateAsync({ params, body })}
        saved={{ title: 'Call logged' }}
        submit="Log call"
      >
        <FormTextField name="called" label="Person called" autoFocus />
        <FormSelect name="outcome" label="Outcome" options={outcomeOptions} />
        <FormDateTimeField name="happenedAt" label="When" zone={zone} />
        <FormTextField name="words" label="Note" isOptional multiline rows={2} />
      </FormDialog>
      <FormDialog
        {...dialog('addition')}
        title="Add to the report"
        help="What was submitted stays as it is."
        schema={newAddition}
        defaultValues={{ words: '' }}
        save={(body) => add.mutateAsync({ params, body })}
        saved={{ title: 'Added' }}
        submit="Add"
      >
        <FormTextField name="words" label="Addition" multiline rows={4} autoFocus />
      </FormDialog>
      {open === 'follow-up' && <FollowUpDialog {...props} />}
      {open === 'photo' && <PhotoDialog {...props} />}
      {open === 'edit' && <EditDraftDialog {...props} />}
    </>
  )
}

const followUpForm = newFollowUp.extend({
  ownerId: z.uuid('Please select a staff member'),
  dueOn: z.iso.date('Choose a due date'),
})

function FollowUpDialog({ incident, onClose }: IncidentDialogsProps) {
  const owners = useQuery(incidentOfficeApi.listFollowUpOwners({ query: { limit: 1000 } }))
  const add = useMutation(incidentsApi.addFollowUp.mutation({ touches: incidentReads }))
  return (
    <FormDialog
      isOpen
      onOpenChange={onClose}
      title="Add a follow-up"
      schema={followUpForm}
      defaultValues={{ task: '', ownerId: '', dueOn: '' }}
      save={(body) => add.mutateAsync({ params: { id: incident.id }, body })}
      saved={{ title: 'Follow-up added' }}
      submit="Add follow-up"
    >
      <FormTextField name="task" label="Task" autoFocus />
      <FormSelect
        name="ownerId"
        label="Owner"
        options={(owners.data ?? []).map(({ id, name }) => ({ id, label: name }))}
      />
      <FormDateField name="dueOn" label="Due" />
    </FormDialog>
  )
}

function PhotoDialog({ incident, onClose }: IncidentDialogsProps) {
  const queryClient = useQueryClient()
  return (
    <Dialog title="Add a photo" size="small" isOpen onOpenChange={onClose}>
      <DialogBody>
        <ImageField
          label="Photo"
          help="Up to 4. Staff who read this report see them, and no family."
          value={null}
          onChange={() => undefined}
          upload={async (file, { signal, onProgress }) => {
            const { id } = await incidentsApi.addIncidentPhoto.call(
              { params: { id: incident.id }, file, onProgress },
              signal,
            )
            await refresh(queryClient, incidentReads)
            onClose()
            return `/api/files/${id}`
          }}
        />
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Done</Button>
      </DialogFooter>
    </Dialog>
  )
}

function EditDraftDialog({ incident, onClose }: IncidentDialogsProps) {
  const update = useMutation(incidentsApi.updateDraft.mutation({ touches: incidentReads }))
  const params = { id: incident.id }
  return (
    <EditDialog
      isOpen
      onOpenChange={onClose}
      title="Edit draft"
      thing={incident}
      schema={draftTexts}
      editable={({
        kind,
        occurredAt,
        place,
        description,
        supervisedBy,
        witness,
        firstAid,
        prevention,
        familyText,
      }) => ({ kind, occurredAt, place, description, supervisedBy, witness, firstAid, prevention, familyText })}
      save={(body, { updatedAt }) => update.mutateAsync({ params, body: { ...body, updatedAt } })}
      saved={{ title: 'Draft saved' }}
      reread={() => incidentsApi.getIncident.call({ params })}
      noun="this report"
    >
      <FormSelect name="kind" label="Kind" options={kindOptions} />
      <FormTextField name="description" label="What happened" multiline rows={3} />
      <FormTextField name="familyText" label="For the family" isOptional multiline rows={2} />
      <CircumstanceFields />
    </EditDialog>
  )
}
