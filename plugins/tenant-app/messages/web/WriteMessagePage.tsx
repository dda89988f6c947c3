import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormCheckbox, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { sessionsApi } from '../../scheduling/sessions/web/client.ts'
import { capitalize } from '../../shared/web/capitalize.ts'
import { MAX_URGENT_BODY, messageFields, messageKinds, newMessage, type Message, type NewMessage } from '../contract.ts'
import { AudienceField, type NamedRule } from './AudienceField.tsx'
import { messageReads, messagesApi, templatesApi } from './client.ts'
import { kindLabels } from './messageLabels.ts'

const route = getRouteApi('/shell/messages/new')
const kindOptions = messageKinds.map((id) => ({ id, label: kindLabels[id] }))

/** Writes a message: new, of a session, with a template, or a draft once more. */
export function WriteMessagePage() {
  const { draft, session, change, template } = route.useSearch()
  const stored = useQuery({ ...messagesApi.getMessage({ params: { id: draft ?? '' } }), enabled: draft !== undefined })
  const about = useQuery({
    ...sessionsApi.getSession({ params: { id: session ?? '' } }),
    enabled: session !== undefined,
  })
  const filled = useQuery({
    ...templatesApi.sessionMessage({ params: { id: session ?? '' }, query: { change, templateId: template } }),
    enabled: session !== undefined && (change !== undefined || template !== undefined),
  })
  const error = stored.error ?? about.error ?? filled.error
  const isWaiting = [stored, about, filled].some((query) => query.isLoading)
  const title = draft === undefined ? 'New message' : 'Edit message'
  const ofSession: NamedRule[] =
    session === undefined
      ? []
      : [{ rule: { kind: 'session', id: session, places: ['registered'] }, name: `Session ${about.data?.name ?? ''}` }]
  return (
    <Page
      title={title}
      isNarrow
      above={<Breadcrumbs trail={[{ label: 'Messages', href: '/messages' }]} current={title} />}
    >
      <Card>
        {error ? (
          <ErrorState
            error={error}
            onRetry={() => void Promise.all([stored, about, filled].map((one) => one.refetch()))}
            isFrameless
          />
        ) : isWaiting ? (
          <Skeleton height={640} />
        ) : (
          <MessageForm
            key={`${draft} ${filled.data?.subject}`}
            draft={stored.data}
            first={ofSession}
            text={filled.data ?? { subject: '', body: '' }}
          />
        )}
      </Card>
    </Page>
  )
}

const named = (rules: readonly NamedRule['rule'][], names: readonly string[]): NamedRule[] =>
  rules.map((rule, index) => ({ rule, name: capitalize(names[index] ?? '') }))

interface MessageFormProps {
  draft: Message | undefined
  first: NamedRule[]
  text: { subject: string; body: string }
}

function MessageForm({ draft, first, text }: MessageFormProps) {
  const navigate = useNavigate()
  const create = useMutation(messagesApi.createMessage.mutation({ touches: messageReads }))
  const update = useMutation(messagesApi.updateMessage.mutation({ touches: messageReads }))
  const [any, setAny] = useState(draft ? named(draft.audience.any, draft.ruleNames.any) : first)
  const [minus, setMinus] = useState(draft ? named(draft.audience.minus, draft.ruleNames.minus) : [])
  const form = useContractForm(newMessage, {
    defaultValues: draft
      ? {
          kind: draft.kind,
          subject: draft.subject,
          body: draft.body,
          audience: draft.audience,
          wantsAcknowledgement: draft.wantsAcknowledgement,
        }
      : {
          kind: 'announcement',
          ...text,
          audience: { any: first.map(({ rule }) => rule), minus: [], to: ['families'] },
          wantsAcknowledgement: false,
        },
    submit: async (body) => {
      const saved = draft
        ? await update.mutateAsync({ params: { id: draft.id }, body: { ...body, updatedAt: draft.updatedAt } })
        : await create.mutateAsync({ body })
      await navigate({ to: '/messages/sent/$id', params: { id: saved.id } })
    },
  })
  const { control, setValue, formState } = form.form
  const values = useWatch({ control }) as NewMessage
  const isUrgent = values.kind === 'urgent'
  const set = (audience: Partial<NewMessage['audience']>) =>
    setValue(
      'audience',
      { ...values.audience, ...audience },
      { shouldDirty: true, shouldValidate: formState.isSubmitted },
    )
  return (
    <Form form={form} aria-label="Message">
      <FormSelect name="kind" label="Kind" options={kindOptions} />
      {isUrgent && (
        <Banner tone="warn">
          Urgent messages are emailed at once, at night too, and recipients can’t turn them off.
        </Banner>
      )}
      <AudienceField
        to={values.audience.to}
        any={any}
        minus={minus}
        error={formState.errors.audience && 'Choose who gets this message'}
        onChange={({ to, any: rules, minus: without }) => {
          if (rules) setAny(rules)
          if (without) setMinus(without)
          set({
            ...(to && { to }),
            ...(rules && { any: rules.map(({ rule }) => rule) }),
            ...(without && { minus: without.map(({ rule }) => rule) }),
          })
        }}
      />
      {!draft && (
        <TemplateSelect
          onChoose={(chosen) => {
            setValue('subject', chosen.subject, { shouldDirty: true })
            setValue('body', chosen.body, { shouldDirty: true })
          }}
        />
      )}
      <FormTextField name="subject" label="Subject" />
      <FormTextField
        name="body"
        label="Message"
        multiline
        rows={isUrgent ? 4 : 10}
        help={
          isUrgent
            ? `At most ${MAX_URGENT_BODY} characters.`
            : `Fields: ${messageFields.map((name) => `{${name}}`).join(', ')}. {child} becomes the names of the recipient’s children.`
        }
      />
      <FormCheckbox name="wantsAcknowledgement" label="Ask recipients to acknowledge this message" />
      <FormActions>
        <SubmitButton>Continue</SubmitButton>
      </FormActions>
    </Form>
  )
}

function TemplateSelect({ onChoose }: { onChoose: (text: { subject: string; body: string }) => void }) {
  const { data: templates = [] } = useQuery(templatesApi.listTemplates())
  if (templates.length === 0) return null
  return (
    <Select
      label="Template"
      isOptional
      placeholder="Choose a template"
      options={templates.map(({ id, name }) => ({ id, label: name }))}
      value={null}
      onChange={(id) => {
        const chosen = templates.find((one) => one.id === id)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}
