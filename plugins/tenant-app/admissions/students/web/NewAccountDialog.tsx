import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useEmailTexts, type MailWords } from '#core/web/mail.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormRadioGroup } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import type { GivenPassword } from '#core/web/ui/overlays/TemporaryPasswordDialog.tsx'
import { nameOf } from '../../../base/people/web/personLabels.ts'
import { newStudentAccount, type StudentAccount } from '../account-contract.ts'
import { peopleReads } from '../../../base/people/web/client.ts'
import { studentAccountApi } from './accountClient.ts'

const waysWith = ({ promise }: MailWords) => [
  { id: 'invitation' as const, label: 'Invite by mail', description: promise('The student chooses a password.') },
  {
    id: 'password' as const,
    label: 'Temporary password',
    description: 'You see it once and hand it over; no email address is needed.',
  },
]

const noneIfEmpty = (none: null | undefined) => (value: unknown) => (value === '' ? none : value)

/** An empty field is nothing given. */
const fields = newStudentAccount.extend({
  email: z.preprocess(noneIfEmpty(null), newStudentAccount.shape.email),
  username: z.preprocess(noneIfEmpty(undefined), newStudentAccount.shape.username),
})

interface NewAccountDialogProps {
  studentId: string
  account: StudentAccount
  onGiven: (given: GivenPassword) => void
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function NewAccountDialog({ studentId, account, onGiven, ...dialog }: NewAccountDialogProps) {
  return (
    <Dialog title="Give an account" {...dialog}>
      <NewAccountForm
        studentId={studentId}
        account={account}
        onGiven={onGiven}
        onDone={() => dialog.onOpenChange(false)}
      />
    </Dialog>
  )
}

interface NewAccountFormProps {
  studentId: string
  account: StudentAccount
  onGiven: (given: GivenPassword) => void
  onDone: () => void
}

function NewAccountForm({ studentId, account: { person }, onGiven, onDone }: NewAccountFormProps) {
  const mail = useEmailTexts()
  const create = useMutation(studentAccountApi.createStudentAccount.mutation({ touches: peopleReads }))
  const form = useContractForm(fields, {
    defaultValues: { by: 'invitation', email: person?.email ?? '', username: '' },
    submit: async (body) => {
      const made = await create.mutateAsync({ params: { id: studentId }, body })
      onDone()
      const name = made.person ? nameOf(made.person) : ''
      if (made.temporaryPassword === null) return notify(mail.notice({ title: 'Invitation Sent', description: name }))
      onGiven({ name, signInName: made.signInName ?? '', password: made.temporaryPassword, mail: 'none' })
    },
  })
  return (
    <DialogForm form={form} submit={<GiveButton />}>
      <FormRadioGroup name="by" label="How" options={waysWith(mail)} />
      {/* Who was invited before keeps the address and the username. */}
      {!person && <Fields />}
    </DialogForm>
  )
}

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
        help="Without one the student signs in by name."
      />
      <FormTextField
        name="username"
        label="Username"
        autoComplete="off"
        spellCheck="false"
        isOptional
        help="Made of the name when left empty."
      />
    </>
  )
}
