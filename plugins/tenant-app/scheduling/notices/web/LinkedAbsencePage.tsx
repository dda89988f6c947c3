import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { AuthLayout } from '#core/web/pages/AuthLayout.tsx'
import { usePlatform } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Form, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { sessionTimeText } from '../../sessions/web/SessionTime.tsx'
import { linkedAbsence, type LinkedAbsences, type LinkedDay } from '../links-contract.ts'
import { OpenLink } from './OpenLink.tsx'
import { familyLinksApi } from './client.ts'

const route = getRouteApi('/public/absence')

/** Lets a guardian without an account report an absence of a child, by an emailed link. */
export function LinkedAbsencePage() {
  const { token } = route.useSearch()
  const { tenant } = usePlatform()
  const open = useMutation(familyLinksApi.openAbsenceLink.mutation())
  return (
    <AuthLayout
      title={open.data ? `Report an absence of ${open.data.firstName}` : 'Report an absence'}
      subtitle={tenant?.name ?? ''}
    >
      {open.data && token !== undefined ? (
        <AbsenceForm token={token} child={open.data} />
      ) : (
        <OpenLink
          token={token}
          error={open.error}
          isPending={open.isPending}
          onOpen={(given) => open.mutate({ body: { token: given } })}
        />
      )}
      <PageLink to="/auth">Go to sign-in</PageLink>
    </AuthLayout>
  )
}

const idOf = ({ sessionId, meetingId }: LinkedDay) => meetingId ?? sessionId

function AbsenceForm({ token, child: { firstName, zone, days } }: { token: string; child: LinkedAbsences }) {
  const [reported, setReported] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<string>()
  const open = days.filter((day) => !day.isReported && !reported.includes(idOf(day)))
  const day = open.find((one) => idOf(one) === chosen) ?? open[0]
  const textOf = ({ name, startsAt, endsAt }: LinkedDay) =>
    `${name}, ${sessionTimeText(new Date(startsAt), new Date(endsAt), { zone })}`
  const form = useContractForm(linkedAbsence, {
    defaultValues: { token, sessionId: day?.sessionId ?? '', meetingId: day?.meetingId ?? null, reason: '' },
    submit: async ({ reason }) => {
      if (!day) return
      const { sessionId, meetingId } = day
      await familyLinksApi.reportLinkedAbsence.call({ body: { token, sessionId, meetingId, reason } })
      setReported([...reported, idOf(day)])
    },
  })
  // The choice is no field of the form, but what the server refuses is about it.
  const refusal = form.form.formState.errors.sessionId?.message
  const last = days.find((one) => idOf(one) === reported.at(-1))
  return (
    <>
      {last && (
        <Banner tone="success">
          Absence reported: {firstName} is excused from {textOf(last)}.
        </Banner>
      )}
      {days.length === 0 && <Banner tone="info">{firstName} has no upcoming sessions.</Banner>}
      {days.length > 0 && !day && !last && (
        <Banner tone="info">Absences from all upcoming sessions of {firstName} are reported.</Banner>
      )}
      {day && (
        <Form form={form} aria-label="Report an absence">
          <Select
            label="Session"
            options={open.map((one) => ({ id: idOf(one), label: textOf(one) }))}
            value={idOf(day)}
            onChange={(id) => {
              form.form.clearErrors('sessionId')
              setChosen(id)
            }}
            error={refusal}
          />
          <FormTextField name="reason" label="Reason" isOptional multiline help="Read by those who run the sessions." />
          <SubmitButton size="large" fullWidth>
            Report absence
          </SubmitButton>
        </Form>
      )}
    </>
  )
}
