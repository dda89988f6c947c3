import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useUser } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { MAX_POST, topics, type ConversationOptions, type Team, type Topic } from '../contract.ts'
import { FirstFiles, type FirstFile } from './FirstFiles.tsx'
import { OfficeHours } from './OfficeHours.tsx'
import { teamText, topicLabels } from './conversationLabels.ts'
import type { useDraft } from './useDraft.ts'
import type { useStartConversation } from './useStartConversation.ts'

const fields = z.object({
  topic: z.enum(topics),
  day: z.string(),
  team: z.string(),
  guardianId: z.string(),
})

interface StartFormProps {
  options: ConversationOptions
  /** Child that the conversation is about; null for a general one. */
  studentId: string | null
  /** Guardian of a general conversation that staff start. */
  guardianId: string | null
  topic: Topic | undefined
  draft: ReturnType<typeof useDraft>
  files: FirstFile[]
  onFiles: (files: FirstFile[]) => void
  onSend: ReturnType<typeof useStartConversation>['send']
}

const keyOf = (team: Team) => (team.kind === 'admins' ? 'admins' : `${team.kind} ${team.id}`)

/** Fields of a new conversation; the text is the device's draft until it is sent. */
export function StartForm(props: StartFormProps) {
  const { options, studentId, guardianId, topic, draft, files, onFiles, onSend } = props
  const { teams, guardians } = options
  const isStaff = useUser().role !== 'parent'
  const [isTried, setTried] = useState(false)
  const isEmpty = draft.text.trim() === ''
  const form = useContractForm(fields, {
    defaultValues: {
      topic: studentId === null ? 'general' : (topic ?? 'general'),
      day: '',
      team: teams[0] ? keyOf(teams[0].team) : '',
      guardianId: guardianId ?? guardians[0]?.id ?? '',
    },
    submit: async (values) => {
      setTried(true)
      if (isEmpty) return
      const team = teams.find((one) => keyOf(one.team) === values.team)?.team
      draft.noteSent()
      await onSend(
        {
          // The conversation of a draft has the id of its message: sent again after a reload it is the same one.
          id: draft.postId,
          studentId,
          topic: values.topic,
          team: team ?? { kind: 'admins' },
          post: { id: draft.postId, body: draft.text },
          ...(values.day !== '' && values.topic !== 'general' && { day: values.day }),
          ...(isStaff && { guardianId: values.guardianId }),
        },
        files,
        () => {
          setTried(false)
          draft.clear(draft.postId)
        },
      )
    },
  })
  const chosenTopic = useWatch({ control: form.form.control, name: 'topic' })
  // The guardian of a general conversation is chosen above this form, which has no field for the refusal.
  const refusal = studentId === null ? form.form.formState.errors.guardianId?.message : undefined
  return (
    <Form form={form} aria-label="New conversation">
      {refusal && <Banner tone="error">{refusal}</Banner>}
      {studentId !== null && (
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
      {isStaff && studentId !== null && (
        <FormSelect
          name="guardianId"
          label="Guardian"
          options={guardians.map(({ id, name }) => ({ id, label: name }))}
        />
      )}
      <TextField
        label="Message"
        multiline
        rows={6}
        maxLength={MAX_POST}
        value={draft.text}
        onChange={draft.write}
        error={isTried && isEmpty ? 'Enter a message' : undefined}
      />
      <FirstFiles files={files} onChange={onFiles} />
      {!isStaff && <OfficeHours />}
      <FormActions>
        <SubmitButton>Send</SubmitButton>
      </FormActions>
    </Form>
  )
}
