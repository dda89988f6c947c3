import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { AuthLayout } from '#core/web/pages/AuthLayout.tsx'
import { usePlatform } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Form, FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { newJoinRequest } from '../contract.ts'
import { lettersApi } from './client.ts'

const route = getRouteApi('/public/join')

/** Takes the code of a printed letter, or confirms the address of the person who entered one. */
export function JoinPage() {
  const { code, token } = route.useSearch()
  const { tenant } = usePlatform()
  const organization = tenant?.name ?? 'the organization'
  return (
    <AuthLayout
      title={token === undefined ? 'Use your letter' : 'Confirm your email address'}
      subtitle={`You have a letter from ${organization}.`}
    >
      {token === undefined ? (
        <CodeForm code={code ?? ''} organization={organization} />
      ) : (
        <Confirmation token={token} organization={organization} />
      )}
      <PageLink to="/auth">Go to sign-in</PageLink>
    </AuthLayout>
  )
}

function CodeForm({ code, organization }: { code: string; organization: string }) {
  const [emailed, setEmailed] = useState<string>()
  const form = useContractForm(newJoinRequest, {
    defaultValues: { code, firstName: '', lastName: '', email: '', relationship: '' },
    submit: async (body) => {
      await lettersApi.requestToJoin.call({ body })
      setEmailed(body.email)
    },
  })
  if (emailed !== undefined) {
    return (
      <Banner tone="success">
        We emailed a link to {emailed}. Open it to continue. If {organization} does not have this address yet, its staff
        approve your request first.
      </Banner>
    )
  }
  return (
    <Form form={form} aria-label="Use your letter">
      <FormTextField name="code" label="Code" help="The 10-letter code on your letter." autoComplete="off" />
      <FieldRow>
        <FormTextField name="firstName" label="Your first name" autoComplete="given-name" />
        <FormTextField name="lastName" label="Your last name" autoComplete="family-name" />
      </FieldRow>
      <FormTextField name="email" label="Your email" type="email" autoComplete="email" />
      <FormTextField
        name="relationship"
        label="Relationship to the child"
        help="For example mother, father or grandparent."
      />
      <SubmitButton size="large" fullWidth>
        Continue
      </SubmitButton>
    </Form>
  )
}

/** Confirms by a button, since mailboxes that open links to check them would confirm every address. */
function Confirmation({ token, organization }: { token: string; organization: string }) {
  const confirm = useMutation(lettersApi.confirmJoinRequest.mutation())
  if (confirm.isSuccess) {
    return (
      <Banner tone="success">
        Your email address is confirmed. {organization} will review your request and email you.
      </Banner>
    )
  }
  return (
    <>
      {confirm.error && <Banner tone="error">{errorText(confirm.error)}</Banner>}
      <Button
        variant="primary"
        size="large"
        fullWidth
        autoFocus
        isPending={confirm.isPending}
        onPress={() => confirm.mutate({ body: { token } })}
      >
        Confirm my email address
      </Button>
    </>
  )
}
