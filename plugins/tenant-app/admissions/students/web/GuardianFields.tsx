import { useFormContext, useWatch } from 'react-hook-form'
import { useState } from 'react'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { useUser } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { peopleApi } from '../../../base/people/web/client.ts'
import { nameOf } from './studentLabels.ts'

type Who = 'known' | 'new'

/** Fields for the guardian of a new student: an existing user, or one who is added with the student. */
export function GuardianFields() {
  const [who, setWho] = useState<Who>('known')
  const { setValue, clearErrors } = useFormContext()
  const mayInvite = useUser().role !== 'instructor'
  const emptyGuardian = { firstName: '', lastName: '', email: '', relationship: '', invite: mayInvite }
  const choose = (chosen: Who) => {
    setWho(chosen)
    setValue('parentUserId', null)
    setValue('guardian', chosen === 'new' ? emptyGuardian : null, { shouldDirty: true })
    clearErrors()
  }
  return (
    <>
      <RadioGroup<Who>
        label="Guardian"
        value={who}
        onChange={choose}
        options={[
          { id: 'known', label: 'A person who is already here, or none for now' },
          { id: 'new', label: 'Someone new' },
        ]}
      />
      {who === 'known' ? <KnownGuardian /> : <NewGuardian mayInvite={mayInvite} />}
    </>
  )
}

function KnownGuardian() {
  const { comboBox, found } = useFoundOptions(
    (search) => peopleApi.listUsers.page({ query: { role: 'parent', search, limit: 20 } }),
    (parent) => ({ id: parent.id, label: nameOf(parent), description: parent.email ?? 'No email address' }),
  )
  return (
    <>
      {found.error && (
        <Banner tone="error" title="Failed to fetch parent users">
          {errorText(found.error)}
        </Banner>
      )}
      <FormComboBox
        {...comboBox}
        name="parentUserId"
        label="Parent"
        isOptional
        placeholder="Search by name or email"
        emptyText="No parent found. Choose “Someone new”."
      />
    </>
  )
}

function NewGuardian({ mayInvite }: { mayInvite: boolean }) {
  const { warning } = useEmailTexts()
  const email: unknown = useWatch({ name: 'guardian.email' })
  return (
    <>
      <FieldRow>
        <FormTextField name="guardian.firstName" label="Guardian’s first name" autoComplete="off" />
        <FormTextField name="guardian.lastName" label="Guardian’s last name" autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <FormTextField name="guardian.email" label="Guardian’s email" type="email" isOptional autoComplete="off" />
        <FormTextField name="guardian.relationship" label="Relationship" isOptional placeholder="Mother, grandfather" />
      </FieldRow>
      {mayInvite && (
        <FormSwitch
          name="guardian.invite"
          label="Invite by email"
          isDisabled={email === ''}
          help={`${warning}When off, the guardian is saved as a contact without an account`}
        />
      )}
    </>
  )
}
