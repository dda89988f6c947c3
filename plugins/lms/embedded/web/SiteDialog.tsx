import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { FormPasswordField, FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { siteChange, type EmbeddedConfig } from '../contract.ts'
import { HealthSteps } from './HealthSteps.tsx'
import { embeddedApi } from './client.ts'

interface SiteDialogProps extends DialogState {
  config: EmbeddedConfig
}

/** Edits address and key of the Frappe site that replaces the built-in LMS. */
export function SiteDialog({ config, ...dialog }: SiteDialogProps) {
  const queryClient = useQueryClient()
  const save = useMutation(embeddedApi.changeSite.mutation({ touches: [['api', 'frappe-lms']] }))
  return (
    <EditDialog
      {...dialog}
      title="Frappe LMS site"
      help="The platform uses one account of the site. It needs the roles System Manager, Moderator and Course Creator."
      thing={config}
      schema={fields}
      editable={({ baseUrl }) => ({ baseUrl: baseUrl ?? '', apiKey: '', apiSecret: '' })}
      save={(values, { updatedAt }) => save.mutateAsync({ body: { ...values, updatedAt } })}
      saved={(_, values) => ({ title: 'Frappe site saved', description: values.baseUrl })}
      reread={() => queryClient.fetchQuery({ ...embeddedApi.embeddedConfig(), staleTime: 0 })}
      noun="the address of the LMS"
    >
      <FormTextField
        name="baseUrl"
        label="Address"
        type="url"
        autoComplete="off"
        placeholder="https://learn.example.org"
        help="Without a path."
      />
      <FormTextField name="apiKey" label="API key" isOptional={config.isKeySet} autoComplete="off" />
      <FormPasswordField
        name="apiSecret"
        label="API secret"
        isOptional={config.isKeySet}
        autoComplete="new-password"
        help={
          config.isKeySet
            ? 'Key and secret are stored encrypted. What you type here replaces them; another address needs its own.'
            : 'Stored encrypted and never shown again.'
        }
      />
      <SiteTest />
    </EditDialog>
  )
}

const fields = siteChange.omit({ updatedAt: true })

/** Tests the entered site before it is saved. */
function SiteTest() {
  const { getValues } = useFormContext()
  const [problem, setProblem] = useState<string>()
  const test = useMutation(embeddedApi.testSite.mutation({ onError: (error) => setProblem(errorText(error)) }))
  const ask = () => {
    const parsed = fields.safeParse(getValues())
    test.reset()
    setProblem(parsed.success ? undefined : parsed.error.issues[0]?.message)
    if (parsed.success) test.mutate({ body: parsed.data })
  }
  const failure = problem ?? (test.data?.healthy === false ? test.data.message : undefined)
  return (
    <>
      {failure !== undefined && (
        <Banner tone="error" title="The site cannot be used">
          {failure}
        </Banner>
      )}
      {test.data?.healthy && (
        <Banner tone="success" title="The site can be used">
          {test.data.message}
        </Banner>
      )}
      {test.data && <HealthSteps steps={test.data.steps} />}
      <div>
        <Button isPending={test.isPending} onPress={ask}>
          Test
        </Button>
      </div>
    </>
  )
}
