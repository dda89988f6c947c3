import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '#core/web/client.ts'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { newTool, type ExternalTool, type NewTool } from '../contract.ts'
import { toolsApi } from './client.ts'

interface ToolDialogProps {
  /** Tool to edit; undefined while the dialog is closed. */
  tool: ExternalTool | 'new' | undefined
  onClose: () => void
  onCreated: (tool: ExternalTool) => void
}

const blank = {
  id: null,
  updatedAt: undefined,
  name: '',
  loginUrl: '',
  launchUrl: '',
  redirectUrls: '',
  keysUrl: '',
  publicKey: '',
  offersContent: false,
  sharesNames: false,
  sharesEmails: false,
  sharesMembers: false,
  isEnabled: true,
}

const toEditable = (tool: NewTool): NewTool => ({
  name: tool.name,
  loginUrl: tool.loginUrl,
  launchUrl: tool.launchUrl,
  redirectUrls: tool.redirectUrls,
  keysUrl: tool.keysUrl,
  publicKey: tool.publicKey,
  offersContent: tool.offersContent,
  sharesNames: tool.sharesNames,
  sharesEmails: tool.sharesEmails,
  sharesMembers: tool.sharesMembers,
  isEnabled: tool.isEnabled,
})

/** Adds or edits an external tool. */
export function ToolDialog({ tool: given, onClose, onCreated }: ToolDialogProps) {
  const queryClient = useQueryClient()
  const tool = useLast(given)
  if (!tool) return null
  return (
    <EditDialog
      title={tool === 'new' ? 'Add an external tool' : 'Edit external tool'}
      help="The tool’s own pages name these addresses, often under LTI 1.3 or LTI Advantage."
      isOpen={given !== undefined}
      onOpenChange={onClose}
      thing={tool === 'new' ? blank : tool}
      schema={newTool}
      editable={toEditable}
      save={async (body, { id, updatedAt }) => {
        if (id === null) onCreated(await toolsApi.createExternalTool.call({ body }))
        else await toolsApi.updateExternalTool.call({ params: { id }, body: { ...body, updatedAt } })
        await refresh(queryClient, [toolsApi.listExternalTools.key(), toolsApi.listOfferedTools.key()])
      }}
      saved={{ title: 'External tool saved' }}
      noun="this external tool"
      reread={async (known) => {
        const found = (await toolsApi.listExternalTools.call({})).find(({ id }) => id === known.id)
        if (!found) throw new Error('This external tool has been deleted.')
        return found
      }}
      submit={tool === 'new' ? 'Add external tool' : 'Save changes'}
    >
      <FormTextField name="name" label="Name" autoComplete="off" />
      <FormTextField name="loginUrl" label="Login URL" help="Also called OIDC login initiation." inputMode="url" />
      <FormTextField
        name="launchUrl"
        label="Launch URL"
        help="Opens unless a lesson has its own. Also called target link."
        inputMode="url"
      />
      <FormTextField name="redirectUrls" label="Redirect URLs" help="One per line." multiline rows={3} />
      <FormTextField name="keysUrl" label="Public keyset URL" isOptional inputMode="url" />
      <FormTextField
        name="publicKey"
        label="Public key"
        isOptional
        help="PEM or JWK, for a tool without a keyset URL."
        multiline
        rows={3}
      />
      <FormSwitch
        name="offersContent"
        label="Choose content in the tool"
        help="Authors pick an activity there (deep linking)."
      />
      <FormSwitch
        name="sharesNames"
        label="Share names"
        help="Otherwise the tool knows people by a pseudonym. Names of children are included."
      />
      <FormSwitch name="sharesEmails" label="Share email addresses" />
      <FormSwitch
        name="sharesMembers"
        label="Share the list of learners"
        help="The tool can read who is enrolled in a course that uses it, including learners who have not opened it."
      />
      <FormSwitch name="isEnabled" label="Turned on" />
    </EditDialog>
  )
}
