import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calledNameChange, recordName, type User } from '#core/contract/identity.ts'
import { t } from '../text.ts'
import { FormDialog } from '../ui/overlays/FormDialog.tsx'
import type { DialogState } from '../ui/overlays/FormDialog.tsx'
import { calledNameOf } from '../calledName.ts'
import { recordNameUses } from '../slots.ts'
import { identityApi, sessionQuery, useUser } from '../session.ts'
import { Contributions } from '../shell/Contributions.tsx'
import { useContributions } from '../shell/navigation.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Facts } from '../ui/display/Facts.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { notify } from '../ui/feedback/notificationQueue.ts'
import { FieldRow, Form, FormActions, SubmitButton } from '../ui/forms/Form.tsx'
import { FormTextField } from '../ui/forms/FormTextField.tsx'
import { useContractForm } from '../ui/forms/contractForm.ts'
import { Stack } from '../ui/layout/Stack.tsx'

/** Shows how the user is called, and the name on record, which the organization decides about. */
export function OwnName() {
  const user = useUser()
  const [isAsking, setAsking] = useState(false)
  const { label = t('Name on record'), change = t('Change name on record') } = useContributions(recordNameUses)[0] ?? {}
  const isOwn = user.role === 'superadmin' || user.role === 'tenant_admin'
  return (
    <Stack>
      <CalledNameForm user={user} />
      <Facts facts={[[label, `${user.firstName} ${user.lastName}`.trim()]]} />
      {user.nameRequest && <WaitingRequest request={user.nameRequest} />}
      <p>
        {isOwn ? t('Others see this name too.') : t('Others see this name too. Ask your organization to change it.')}{' '}
        <Contributions to={recordNameUses} />
      </p>
      <FormActions>
        <Button onPress={() => setAsking(true)}>{isOwn ? change : t('Request another name')}</Button>
      </FormActions>
      <RecordNameDialog
        user={user}
        isOwn={isOwn}
        title={isOwn ? change : t('Request another name')}
        isOpen={isAsking}
        onOpenChange={setAsking}
      />
    </Stack>
  )
}

function CalledNameForm({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const form = useContractForm(calledNameChange, {
    defaultValues: { calledName: calledNameOf(user) },
    submit: async (body) => {
      queryClient.setQueryData(sessionQuery.queryKey, await identityApi.updateProfile.call({ body }))
      notify({ title: t('Name saved') })
    },
  })
  return (
    <Form form={form} aria-label={t('Name')}>
      <FormTextField
        name="calledName"
        label={t('Preferred name')}
        help={t('Shown on your screens and in emails to you. Leave empty for your first name.')}
        autoComplete="nickname"
      />
      <FormActions>
        <SubmitButton needsChange>{t('Save name')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

function WaitingRequest({ request: { firstName, lastName } }: { request: NonNullable<User['nameRequest']> }) {
  const queryClient = useQueryClient()
  const user = useUser()
  const withdraw = useMutation(
    identityApi.updateProfile.mutation({
      touches: [],
      onSuccess: (changed) => {
        queryClient.setQueryData(sessionQuery.queryKey, changed)
        notify({ title: t('Request withdrawn') })
      },
      onError: ({ detail }) => notify({ title: t('Not withdrawn'), description: detail, tone: 'destructive' }),
    }),
  )
  return (
    <Banner
      action={
        <Button
          size="small"
          isPending={withdraw.isPending}
          onPress={() => withdraw.mutate({ body: { firstName: user.firstName, lastName: user.lastName } })}
        >
          {t('Withdraw request')}
        </Button>
      }
    >
      {t('You requested the name {firstName} {lastName}. An admin of your organization approves or rejects it.', {
        firstName,
        lastName,
      })}
    </Banner>
  )
}

interface RecordNameDialogProps extends DialogState {
  user: User
  isOwn: boolean
  title: string
}

function RecordNameDialog({ user, isOwn, ...dialog }: RecordNameDialogProps) {
  const queryClient = useQueryClient()
  const { firstName, lastName } = user.nameRequest ?? user
  return (
    <FormDialog
      {...dialog}
      schema={recordName}
      defaultValues={{ firstName, lastName }}
      save={(body) => identityApi.updateProfile.call({ body })}
      saved={
        isOwn
          ? { title: t('Name saved') }
          : { title: t('Name requested'), description: t('An admin of your organization approves or rejects it.') }
      }
      onSaved={(changed) => queryClient.setQueryData(sessionQuery.queryKey, changed)}
      submit={<SubmitButton needsChange>{isOwn ? t('Save name') : t('Send request')}</SubmitButton>}
    >
      <FieldRow>
        <FormTextField name="firstName" label={t('First name')} autoComplete="given-name" autoFocus />
        <FormTextField name="lastName" label={t('Last name')} autoComplete="family-name" />
      </FieldRow>
    </FormDialog>
  )
}
