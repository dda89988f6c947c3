import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { settingsChange } from '#core/contract/settings.ts'
import type { SettingsView } from '#core/contract/settings.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { settingsQuery } from '#core/web/settingsQuery.ts'
import { useSaveSettings, useSettings } from './useSettings.ts'

type Values = Record<string, unknown>

interface SettingsFormProps<Shape extends z.ZodRawShape> {
  /** Names the form for screen readers. */
  label: string
  /** Schema of what may be sent: `changeOf` a plugin's settings; the core's when left out. */
  change?: z.ZodObject<Shape>
  fields: readonly Exclude<keyof Shape & string, 'updatedAt'>[]
  title?: string
  help?: ReactNode
  children: ReactNode | ((settings: SettingsView) => ReactNode)
  /** Beside the form's own buttons. */
  actions?: ReactNode
}

/** Some of the settings in a card of their own: read anew, saved with only what changed. */
export function SettingsForm<Shape extends z.ZodRawShape = typeof settingsChange.shape>({
  change,
  ...props
}: SettingsFormProps<Shape>) {
  const settings = useSettings()
  return (
    <Card title={props.title} help={props.help}>
      {settings.data ? (
        <LoadedForm {...props} change={change ?? settingsChange} settings={settings.data} />
      ) : settings.isError ? (
        <ErrorState isFrameless error={settings.error} onRetry={settings.refetch} />
      ) : (
        props.fields.map((name) => <Skeleton key={name} height={60} />)
      )}
    </Card>
  )
}

// Write-only values begin empty.
const valuesOf = (fields: readonly string[], settings: Values): Values =>
  Object.fromEntries(fields.map((name) => [name, settings[name] ?? '']))

const schemaOf = (change: z.ZodObject, fields: readonly string[]): z.ZodType<Values, Values> =>
  z.object(Object.fromEntries(fields.map((name) => [name, change.shape[name] as z.ZodType])))

interface LoadedFormProps extends Pick<SettingsFormProps<z.ZodRawShape>, 'label' | 'children' | 'actions'> {
  change: z.ZodObject
  fields: readonly string[]
  settings: SettingsView
}

function LoadedForm({ label, change, fields, children, actions, settings }: LoadedFormProps) {
  const queryClient = useQueryClient()
  const save = useSaveSettings()
  const edit = useEditForm({
    thing: settings,
    schema: schemaOf(change, fields),
    editable: (current) => valuesOf(fields, current),
    save: async (values, known) => {
      const before = valuesOf(fields, known)
      const changed = fields.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]))
      if (changed.length === 0) {
        notify({ title: 'Nothing has changed', description: 'The settings are as they were.' })
        return known
      }
      const saved = await save(Object.fromEntries(changed.map((name) => [name, values[name]])))
      notify({ title: 'Settings saved', description: 'They take effect immediately.' })
      return saved
    },
    reread: () => queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }),
  })
  const { form, known } = edit
  return (
    <Form form={form} aria-label={label}>
      <EditConflict edit={edit} noun="the settings" />
      {typeof children === 'function' ? children(settings) : children}
      <FormActions>
        <SubmitButton>Save changes</SubmitButton>
        {form.isDirty && (
          <Button variant="quiet" onPress={() => form.form.reset(valuesOf(fields, known))}>
            Discard
          </Button>
        )}
        {actions}
      </FormActions>
    </Form>
  )
}
