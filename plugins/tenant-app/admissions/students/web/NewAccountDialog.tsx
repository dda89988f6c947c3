import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useEmailTexts, type MailWords } from '#core/web/mail.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormRadioGroup } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import type { GivenPassword } from '#core/web/ui/overlays/TemporaryPasswordDialog.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { nameOf } from '../../../base/people/web/personLabels.ts'
import { newStudentAccount, type StudentAccount } from '../account-contract.ts'
import { peopleReads } from '../../../base/people/web/client.ts'
import { studentAccountApi } from './accountClient.ts'

const waysWith = ({ promise }: MailWords) => [
  { id: 'invitation' as const, label: 'Invite by email', description: promise('The student chooses a password.') },
  {
    id: 'password' as const,
    label: 'Temporary password',
    description: 'Shown to you once to hand over. No email address is needed.',
  },
]

const noneIfEmpty = (none: null | undefined) => (value: unknown) => (value === '' ? none : value)

/** Treats an empty field as missing. */
const fields = newStudentAccount.extend({
  email: z.preprocess(noneIfEmpty(null), newStudentAccount.shape.email),
  username: z.preprocess(noneIfEmpty(undefined), newStudentAccount.shape.username),
})

interface NewAccountDialogProps extends DialogState {
  studentId: string
  account: StudentAccount
  onGiven: (given: GivenPassword) => void
}

export function NewAccountDialog({ studentId, account: { person }, onGiven, ...dialog }: NewAccountDialogProps) {
  const emailTexts = useEmailTexts()
  const create = useMutation(studentAccountApi.createStudentAccount.mutation({ touches: peopleReads }))
  return (
    <FormDialog
      title="Give an account"
      {...dialog}
      schema={fields}
      defaultValues={{ by: 'invitation', email: person?.email ?? '', username: '' }}
      save={(body) => create.mutateAsync({ params: { id: studentId }, body })}
      saved={(made) =>
        made.temporaryPassword === null
          ? emailTexts.notice({ title: 'Invitation Sent', description: nameIn(made) })
          : undefined
      }
      onSaved={(made) => {
        const { temporaryPassword: password, signInName } = made
        if (password !== null) onGiven({ name: nameIn(made), signInName: signInName ?? '', password, mail: 'none' })
      }}
      submit={<GiveButton />}
    >
      <FormRadioGroup name="by" label="How" options={waysWith(emailTexts)} />
      {/* A user who was invited before keeps the email address and username. */}
      {!person && <Fields />}
    </FormDialog>
  )
}

const nameIn = ({ person }: StudentAccount) => (person ? nameOf(person) : '')

const useWay = () => useWatch({ name: 'by' }) as 'invitation' | 'password'

function GiveButton() {
  return <SubmitButton>{useWay() === 'invitation' ? 'Send invitation' : 'Create account'}</SubmitButton>
}

function Fields() {
  if (useWay() === 'invitation') return <FormTextField name="email" label="Email" type="email" autoComplete="off" />
  return (
    <>
      <FormTextField
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        isOptional
        help="Without one, the student signs in by username."
      />
      <FormTextField
        name="username"
        label="Username"
        autoComplete="off"
        spellCheck="false"
        isOptional
        help="Leave empty to create one from the name."
      />
    </>
  )
}
