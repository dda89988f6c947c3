import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useUser } from '#core/web/session.ts'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { familiesApi } from '../../base/families/web/client.ts'
import { newPost, topics, type ConversationOptions, type Team } from '../contract.ts'
import { OfficeHours } from './OfficeHours.tsx'
import { conversationReads, conversationsApi } from './client.ts'
import { teamText, topicLabels } from './conversationLabels.ts'

const route = getRouteApi('/shell/conversations/new')

/** Choice of no child. */
const GENERAL = 'general'

/** Starts a conversation: about a child or general, with a team, and its first message. */
export function NewConversationPage() {
  const { student } = route.useSearch()
  const isStaff = useUser().role !== 'parent'
  const children = useQuery({ ...familiesApi.listChildren({ query: {} }), enabled: !isStaff })
  const [studentId, setStudentId] = useState(student ?? GENERAL)
  const [written, setWritten] = useState('')
  const options = useQuery(
    conversationsApi.getConversationOptions({ query: studentId === GENERAL ? {} : { studentId } }),
  )
  return (
    <Page
      title="New conversation"
      isNarrow
      above={
        <Breadcrumbs trail={[{ label: 'Messages', href: '/messages?view=conversations' }]} current="New conversation" />
      }
    >
      <Card>
        <Loaded query={options} height={480} isFrameless>
          {(found) => (
            <StartForm
              key={studentId}
              options={found}
              studentId={studentId}
              written={written}
              childOptions={(children.data ?? []).map(({ id, firstName, lastName }) => ({
                id,
                label: `${firstName} ${lastName}`,
              }))}
              onChild={(chosen, body) => {
                setWritten(body)
                setStudentId(chosen)
              }}
            />
          )}
        </Loaded>
      </Card>
    </Page>
  )
}

const fields = z.object({
  topic: z.enum(topics),
  day: z.string(),
  team: z.string(),
  guardianId: z.string(),
  body: newPost.shape.body,
})

interface StartFormProps {
  options: ConversationOptions
  studentId: string
  /** Message that was written before another child was chosen. */
  written: string
  childOptions: readonly { id: string; label: string }[]
  onChild: (id: string, body: string) => void
}

const keyOf = (team: Team) => (team.kind === 'admins' ? 'admins' : `${team.kind} ${team.id}`)

function StartForm({ options, studentId, written, childOptions, onChild }: StartFormProps) {
  const { topic } = route.useSearch()
  const isStaff = useUser().role !== 'parent'
  const navigate = useNavigate()
  const [ids] = useState(() => ({ id: crypto.randomUUID(), postId: crypto.randomUUID() }))
  const start = useMutation(conversationsApi.startConversation.mutation({ touches: conversationReads }))
  const { teams, guardians } = options
  const form = useContractForm(fields, {
    defaultValues: {
      topic: studentId === GENERAL ? 'general' : (topic ?? 'general'),
      day: '',
      team: teams[0] ? keyOf(teams[0].team) : '',
      guardianId: guardians[0]?.id ?? '',
      body: written,
    },
    submit: async (values) => {
      const team = teams.find((one) => keyOf(one.team) === values.team)?.team
      const { id } = await start.mutateAsync({
        body: {
          id: ids.id,
          studentId: studentId === GENERAL ? null : studentId,
          topic: values.topic,
          post: { id: ids.postId, body: values.body },
          ...(values.day !== '' && values.topic !== 'general' && { day: values.day }),
          ...(team && { team }),
          ...(isStaff && { guardianId: values.guardianId }),
        },
      })
      await navigate({ to: '/conversations/$id', params: { id } })
    },
  })
  const chosenTopic = useWatch({ control: form.form.control, name: 'topic' })
  return (
    <Form form={form} aria-label="New conversation">
      {childOptions.length > 0 && (
        <Select
          label="About"
          value={studentId}
          options={[...childOptions, { id: GENERAL, label: 'No child in particular' }]}
          onChange={(chosen) => onChild(chosen, form.form.getValues('body'))}
        />
      )}
      {studentId !== GENERAL && (
        <FormSelect
          name="topic"
          label="Topic"
          options={topics.map((id) => ({ id, label: topicLabels[id] }))}
          help={chosenTopic === 'general' ? undefined : 'Staff at the door see this on the day.'}
        />
      )}
      {chosenTopic !== 'general' && (
        <FormTextField name="day" type="date" label="Day" isOptional help="Today by default." />
      )}
      <FormSelect
        name="team"
        label="Team"
        help="All admins can read every conversation."
        options={teams.map(({ team, name }) => ({
          id: keyOf(team),
          label: team.kind === 'admins' ? name : teamText(name),
        }))}
      />
      {isStaff && (
        <FormSelect
          name="guardianId"
          label="Guardian"
          options={guardians.map(({ id, name }) => ({ id, label: name }))}
        />
      )}
      <FormTextField name="body" label="Message" multiline rows={6} />
      {!isStaff && <OfficeHours />}
      <FormActions>
        <SubmitButton>Send</SubmitButton>
      </FormActions>
    </Form>
  )
}
