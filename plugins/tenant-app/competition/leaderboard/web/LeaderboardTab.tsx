import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField, FormRadioGroup, FormSelect, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { boardKinds, DISPLAY_ENTRIES, teamKinds } from '../contract.ts'
import { leaderboardSettingsChange } from '../settings-contract.ts'
import type { LeaderboardSettings } from '../settings-contract.ts'
import { Displays } from './Displays.tsx'
import * as styles from './Leaderboard.css.ts'
import { leaderboardApi, leaderboardSettingsApi } from './client.ts'
import { kindLabels, teamLabels } from './leaderboardLabels.ts'

/** Edits the leaderboard of families and displays, and lists the displays. */
export function LeaderboardTab() {
  const settings = useQuery(leaderboardSettingsApi.leaderboardSettings())
  if (settings.error && !settings.data) return <ErrorState error={settings.error} onRetry={settings.refetch} />
  if (!settings.data) return <Skeleton height={320} />
  return (
    <div className={styles.narrow}>
      <SettingsForm settings={settings.data} />
      <Displays />
    </div>
  )
}

const kindOptions = boardKinds.map((id) => ({ id, ...kindLabels[id] }))
const teamOptions = teamKinds.map((id) => ({ id, label: teamLabels[id].many }))
const nameOptions = [
  { id: 'initial', label: 'First name and initial', description: 'Ada K.' },
  {
    id: 'full',
    label: 'Names in full',
    description: 'Only if every child on the display has a publication consent; otherwise initials are shown.',
  },
] as const

function SettingsForm({ settings }: { settings: LeaderboardSettings }) {
  const queryClient = useQueryClient()
  const update = useMutation(
    // Invalidates queries below the leaderboard's path: boards, the families' view and these settings.
    leaderboardSettingsApi.updateLeaderboardSettings.mutation({ touches: [leaderboardApi.leaderboard.key()] }),
  )
  const edit = useEditForm({
    thing: settings,
    schema: leaderboardSettingsChange,
    editable: ({ updatedAt: _, ...decided }) => decided,
    save: async (body, { updatedAt }) => {
      const saved = await update.mutateAsync({ body: { ...body, updatedAt } })
      notify({ title: 'Settings Saved' })
      return saved
    },
    reread: () => queryClient.fetchQuery({ ...leaderboardSettingsApi.leaderboardSettings(), staleTime: 0 }),
  })
  return (
    <Card
      title="What families see"
      help="Staff see all students. Families and displays see first names with an initial, and never a child whom a guardian has hidden."
    >
      <Form form={edit.form} aria-label="Leaderboard">
        <EditConflict edit={edit} noun="these settings" />
        <FormSwitch name="showsParents" label="Shown to parents" />
        <FormSwitch name="showsStudents" label="Shown to students" />
        <FormRadioGroup name="kind" label="Kind" options={kindOptions} />
        <TeamField />
        <FormRadioGroup name="displayNames" label="Names on displays" options={nameOptions} />
        <FormNumberField
          name="displayEntries"
          label="Entries on displays"
          help={`${DISPLAY_ENTRIES.min} to ${DISPLAY_ENTRIES.max}`}
          minValue={DISPLAY_ENTRIES.min}
          maxValue={DISPLAY_ENTRIES.max}
        />
        <FormActions>
          <SubmitButton needsChange>Save changes</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  )
}

function TeamField() {
  const kind: unknown = useWatch({ name: 'kind' })
  return kind === 'teams' ? <FormSelect name="teamBy" label="Teams are" options={teamOptions} /> : null
}
