import { useQuery, useQueryClient } from '@tanstack/react-query'
import { newWebhook, type Webhook } from '#core/contract/webhooks.ts'
import { refresh } from '../../client.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { FormSwitch } from '../../ui/forms/FormFields.tsx'
import { FormTextField } from '../../ui/forms/FormTextField.tsx'
import { EditDialog } from '../../ui/overlays/FormDialog.tsx'
import { useLast } from '../../ui/overlays/useLast.ts'
import { webhooksApi } from './client.ts'
import { EventsField } from './EventsField.tsx'

interface WebhookDialogProps {
  /** Webhook to edit; undefined while the dialog is closed. */
  webhook: Webhook | 'new' | undefined
  onClose: () => void
  onCreated: (secret: string) => void
}

const blank = {
  id: null,
  url: '',
  description: '',
  types: [] as string[],
  includesNames: false,
  updatedAt: undefined,
}

/** Adds or edits a webhook; the page shows a new one's secret once. */
export function WebhookDialog({ webhook: given, onClose, onCreated }: WebhookDialogProps) {
  const queryClient = useQueryClient()
  const webhook = useLast(given)
  const types = useQuery({ ...webhooksApi.listWebhookTypes(), enabled: given !== undefined })
  if (!webhook) return null
  return (
    <EditDialog
      title={webhook === 'new' ? 'Add a webhook' : 'Edit webhook'}
      help="Sends events of your organization to another program, as they happen."
      isOpen={given !== undefined}
      onOpenChange={onClose}
      thing={webhook === 'new' ? blank : webhook}
      schema={newWebhook}
      editable={({ url, description, types: chosen, includesNames }) => ({
        url,
        description,
        types: [...chosen],
        includesNames,
      })}
      save={async (body, { id, updatedAt }) => {
        if (id === null) onCreated((await webhooksApi.createWebhook.call({ body })).secret)
        else await webhooksApi.updateWebhook.call({ params: { id }, body: { ...body, updatedAt } })
        await refresh(queryClient, [webhooksApi.listWebhooks.key()])
      }}
      saved={{ title: 'Webhook saved' }}
      noun="this webhook"
      reread={async (known) => {
        const found = (await webhooksApi.listWebhooks.call({})).find(({ id }) => id === known.id)
        if (!found) throw new Error('This webhook has been deleted.')
        return found
      }}
      submit={webhook === 'new' ? 'Add webhook' : 'Save changes'}
    >
      <FormTextField
        name="url"
        label="Address"
        help="Begins with https:// and is on the public internet."
        autoComplete="off"
        inputMode="url"
      />
      <FormTextField name="description" label="Description" isOptional autoComplete="off" />
      <Loaded query={types} height={320} isFrameless>
        {(data) => <EventsField types={data} />}
      </Loaded>
      <FormSwitch
        name="includesNames"
        label="Include names of children"
        help="Otherwise events have ids and no names. Health, incidents, concerns, messages and anything about children with a restricted guardian are never sent."
      />
    </EditDialog>
  )
}
