import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { peopleApi } from '../../people/web/client.ts'
import { newGuardian } from '../contract.ts'
import { RelationshipField, RightsFields } from './GuardianFields.tsx'
import { familiesApi, guardianReads } from './client.ts'
import { nameOf } from './guardianLabels.ts'

interface AddGuardianDialogProps extends DialogState {
  studentId: string
}

export function AddGuardianDialog({ studentId, ...dialog }: AddGuardianDialogProps) {
  const add = useMutation(
    familiesApi.addGuardian.mutation({
      touches: guardianReads,
      onError: (error) =>
        notify({ title: 'Failed to add guardian', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <FormDialog
      {...dialog}
      title="Add guardian"
      schema={newGuardian}
      defaultValues={{
        userId: null,
        person: null,
        relationship: '',
        maySee: true,
        mayBeTold: true,
        mayCollect: true,
        livesWithChild: true,
      }}
      save={(body) => add.mutateAsync({ params: { id: studentId }, body })}
      saved={(added) => ({ title: 'Guardian added', description: nameOf(added) })}
      submit="Add guardian"
    >
      <PersonChoice />
      <RelationshipField />
      <RightsFields />
    </FormDialog>
  )
}

type Who = 'known' | 'new'

const emptyPerson = { firstName: '', lastName: '', email: '', invite: true }

function PersonChoice() {
  const { setValue, clearErrors } = useFormContext()
  const [who, setWho] = useState<Who>('known')
  const choose = (chosen: Who) => {
    setWho(chosen)
    setValue('userId', null)
    setValue('person', chosen === 'new' ? emptyPerson : null, { shouldDirty: true })
    clearErrors()
  }
  return (
    <>
      <RadioGroup<Who>
        label="Who"
        value={who}
        onChange={choose}
        options={[
          { id: 'known', label: 'A person who is already here' },
          { id: 'new', label: 'Someone new' },
        ]}
      />
      {who === 'known' ? <KnownParentField /> : <PersonFields />}
    </>
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
        label="Invite by email"
        help={`${warning}When off, the guardian is saved as a contact without an account`}
      />
    </>
  )
}
