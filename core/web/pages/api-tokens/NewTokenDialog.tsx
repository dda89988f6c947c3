import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS, newApiToken } from '#core/contract/api-tokens.ts'
import { refresh } from '../../client.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { FormNumberField } from '../../ui/forms/FormFields.tsx'
import { FormTextField } from '../../ui/forms/FormTextField.tsx'
import { FormDialog, type DialogState } from '../../ui/overlays/FormDialog.tsx'
import { apiTokensApi } from './client.ts'
import { ScopesField } from './ScopesField.tsx'

export interface CreatedToken {
  name: string
  token: string
}

interface NewTokenDialogProps extends DialogState {
  onCreated: (created: CreatedToken) => void
}

/** Creates an API token; the page shows its secret once. */
export function NewTokenDialog({ onCreated, ...dialog }: NewTokenDialogProps) {
  const queryClient = useQueryClient()
  const groups = useQuery({ ...apiTokensApi.listApiScopes(), enabled: dialog.isOpen })
  return (
    <FormDialog
      {...dialog}
      title="Create an API token"
      help="A program that has it acts as you, within the areas that you choose."
      schema={newApiToken}
      defaultValues={{ name: '', scopes: [], expiresInDays: DEFAULT_TOKEN_DAYS }}
      save={async (body) => {
        const created = await apiTokensApi.createApiToken.call({ body })
        await refresh(queryClient, [apiTokensApi.listApiTokens.key()])
        return created
      }}
      onSaved={onCreated}
      submit="Create token"
    >
      <FormTextField
        name="name"
        label="Name"
        help="The program that uses it, such as “Nightly export”."
        autoComplete="off"
      />
      <FormNumberField
        name="expiresInDays"
        label="Days until it expires"
        help={`1 to ${MAX_TOKEN_DAYS}. We email you a week before.`}
        minValue={1}
        maxValue={MAX_TOKEN_DAYS}
      />
      <Loaded query={groups} height={360} isFrameless>
        {(data) => <ScopesField groups={data} />}
      </Loaded>
    </FormDialog>
  )
}
