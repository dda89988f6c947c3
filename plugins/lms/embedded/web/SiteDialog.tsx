import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { FormPasswordField, FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { siteChange, type EmbeddedConfig } from '../contract.ts'
import { HealthSteps } from './HealthSteps.tsx'
import { embeddedApi } from './client.ts'

interface SiteDialogProps {
  config: EmbeddedConfig
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Address and key of the Frappe site that takes the place of the built-in LMS. */
export function SiteDialog(props: SiteDialogProps) {
  return (
    <Dialog
      title="Frappe LMS site"
      help="One account of the site acts for the platform. It needs the roles System Manager, Moderator and Course Creator."
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <SiteForm {...props} />
    </Dialog>
  )
}

const fields = siteChange.omit({ updatedAt: true })

function SiteForm({ config, onOpenChange }: SiteDialogProps) {
  const queryClient = useQueryClient()
  const save = useMutation(embeddedApi.changeSite.mutation({ touches: [['api', 'frappe-lms']] }))
  const edit = useEditForm({
    thing: config,
    schema: fields,
    editable: ({ baseUrl }) => ({ baseUrl: baseUrl ?? '', apiKey: '', apiSecret: '' }),
    save: async (values, { updatedAt }) => {
      await save.mutateAsync({ body: { ...values, updatedAt } })
      notify({ title: 'Frappe site saved', description: values.baseUrl })
      onOpenChange(false)
    },
    reread: () => queryClient.fetchQuery({ ...embeddedApi.embeddedConfig(), staleTime: 0 }),
  })
  return (
    <EditForm edit={edit} thing="the address of the LMS">
      <FormTextField
        name="baseUrl"
        label="Address"
        type="url"
        autoComplete="off"
        placeholder="https://learn.example.org"
        help="Without a path behind it."
      />
      <FormTextField name="apiKey" label="API key" isOptional={config.isKeySet} autoComplete="off" />
      <FormPasswordField
        name="apiSecret"
        label="API secret"
        isOptional={config.isKeySet}
        autoComplete="new-password"
        help={
          config.isKeySet
            ? 'Key and secret are kept encrypted. What you type here replaces them; another address needs its own.'
            : 'Kept encrypted and never shown again.'
        }
      />
      <SiteTest values={() => fields.safeParse(edit.form.form.getValues())} />
    </EditForm>
  )
}

/** Asks the site with what is typed, before it is saved. */
function SiteTest({ values }: { values: () => ReturnType<typeof fields.safeParse> }) {
  const [problem, setProblem] = useState<string>()
  const test = useMutation(embeddedApi.testSite.mutation({ onError: (error) => setProblem(errorText(error)) }))
  const ask = () => {
    const parsed = values()
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
