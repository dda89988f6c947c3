import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { peopleApi } from '../../people/web/client.ts'
import { newGuardian } from '../contract.ts'
import { RelationshipField, RightsFields } from './GuardianFields.tsx'
import { familiesApi, guardianReads } from './client.ts'
import { nameOf } from './guardianLabels.ts'

interface AddGuardianDialogProps {
  studentId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function AddGuardianDialog({ studentId, isOpen, onOpenChange }: AddGuardianDialogProps) {
  return (
    <Dialog title="Add guardian" isOpen={isOpen} onOpenChange={onOpenChange}>
      <AddGuardianForm studentId={studentId} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

type Who = 'known' | 'new'

const emptyPerson = { firstName: '', lastName: '', email: '', invite: true }

function AddGuardianForm({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const [who, setWho] = useState<Who>('known')
  const add = useMutation(
    familiesApi.addGuardian.mutation({
      touches: guardianReads,
      onError: (error) =>
        notify({ title: 'Failed to add guardian', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const form = useContractForm(newGuardian, {
    defaultValues: {
      userId: null,
      person: null,
      relationship: '',
      maySee: true,
      mayBeTold: true,
      mayCollect: true,
      livesWithChild: true,
    },
    submit: async (body) => {
      const added = await add.mutateAsync({ params: { id: studentId }, body })
      notify({ title: 'Guardian added', description: nameOf(added) })
      onDone()
    },
  })
  const choose = (chosen: Who) => {
    setWho(chosen)
    form.form.setValue('userId', null)
    form.form.setValue('person', chosen === 'new' ? emptyPerson : null, { shouldDirty: true })
    form.form.clearErrors()
  }
  return (
    <DialogForm form={form} submit={<SubmitButton>Add guardian</SubmitButton>}>
      <RadioGroup<Who>
        label="Who"
        value={who}
        onChange={choose}
        options={[
          { id: 'known', label: 'Somebody who is here already' },
          { id: 'new', label: 'Somebody new' },
        ]}
      />
      {who === 'known' ? <KnownParentField /> : <PersonFields />}
      <RelationshipField />
      <RightsFields />
    </DialogForm>
  )
}

function KnownParentField() {
  const { comboBox } = useFoundOptions(
    (search) => peopleApi.listUsers.page({ query: { role: 'parent', search, limit: 20 } }),
    ({ id, firstName, lastName, email }) => ({
      id,
      label: `${firstName} ${lastName}`,
      description: email ?? 'No email address',
    }),
  )
  return (
    <FormComboBox
      {...comboBox}
      name="userId"
      label="Parent"
      placeholder="Search by name or email"
      emptyText="No parent found"
    />
  )
}

function PersonFields() {
  const { warning } = useEmailTexts()
  return (
    <>
      <FieldRow>
        <FormTextField name="person.firstName" label="First name" />
        <FormTextField name="person.lastName" label="Last name" />
      </FieldRow>
      <FormTextField name="person.email" label="Email" isOptional type="email" />
      <FormSwitch
        name="person.invite"
        label="Invite by mail"
        help={`${warning}Off keeps a contact without an account, who cannot sign in`}
      />
    </>
  )
}
