import { useQueryClient } from '@tanstack/react-query'
import { newSsoProvider, ssoOnlyWay, ssoProviderChange, type SsoProvider } from '#core/contract/single-sign-on.ts'
import { refresh } from '../../client.ts'
import { sessionQuery } from '../../session.ts'
import { FormSelect, FormSwitch } from '../../ui/forms/FormFields.tsx'
import { EditDialog, FormDialog, type DialogState } from '../../ui/overlays/FormDialog.tsx'
import { ssoApi } from './client.ts'
import { ProviderFields } from './ProviderFields.tsx'

interface CreateProps extends DialogState {
  createsAccounts: boolean
}

const touched = [ssoApi.listSsoProviders.key()]

/** Adds an identity provider; the server reads its configuration first. */
export function NewProviderDialog({ createsAccounts, ...dialog }: CreateProps) {
  const queryClient = useQueryClient()
  return (
    <FormDialog
      {...dialog}
      title="Add an identity provider"
      help="Register this platform with the provider first, with the redirect address of this page."
      schema={newSsoProvider}
      defaultValues={{
        name: '',
        issuer: '',
        clientId: '',
        clientSecret: '',
        allowedDomains: [],
        defaultRole: null,
        trustedFactors: [],
        isEnabled: true,
      }}
      save={async (body) => {
        const created = await ssoApi.createSsoProvider.call({ body })
        await refresh(queryClient, touched)
        return created
      }}
      saved={({ name }) => ({ title: 'Identity provider added', description: name })}
      submit="Add provider"
    >
      <ProviderFields createsAccounts={createsAccounts} />
    </FormDialog>
  )
}

interface EditProps extends DialogState {
  provider: SsoProvider
}

async function reread({ id }: SsoProvider): Promise<SsoProvider> {
  const { providers } = await ssoApi.listSsoProviders.call()
  const found = providers.find((one) => one.id === id)
  if (!found) throw new Error('This identity provider was removed.')
  return found
}

/** Changes an identity provider. */
export function EditProviderDialog({ provider, createsAccounts, ...dialog }: EditProps & CreateProps) {
  const queryClient = useQueryClient()
  return (
    <EditDialog
      {...dialog}
      title="Edit identity provider"
      thing={provider}
      schema={ssoProviderChange}
      editable={({ name, issuer, clientId, allowedDomains, defaultRole, trustedFactors, isEnabled }) => ({
        name,
        issuer,
        clientId,
        clientSecret: '',
        allowedDomains,
        defaultRole,
        trustedFactors,
        isEnabled,
      })}
      save={async (change, { id, updatedAt }) => {
        const saved = await ssoApi.updateSsoProvider.call({ params: { id }, body: { ...change, updatedAt } })
        await refresh(queryClient, touched)
        return saved
      }}
      saved={({ name }) => ({ title: 'Identity provider saved', description: name })}
      reread={reread}
      noun="this identity provider"
    >
      <ProviderFields createsAccounts={createsAccounts} hasSecret />
    </EditDialog>
  )
}

interface OnlyWayProps extends EditProps {
  admins: readonly { id: string; name: string }[]
}

const onlyWayForm = ssoOnlyWay.omit({ updatedAt: true })

/** Decides whether an identity provider is the only way to sign in to the organization. */
export function OnlyWayDialog({ provider, admins, ...dialog }: OnlyWayProps) {
  const queryClient = useQueryClient()
  return (
    <EditDialog
      {...dialog}
      title={`Require ${provider.name}`}
      help="Passwords and passkeys are refused then, and people who signed in another way are signed out."
      thing={provider}
      schema={onlyWayForm}
      editable={({ isOnlyWay, emergencyAdminId }) => ({ isOnlyWay, emergencyAdminId })}
      save={async (change, { id, updatedAt }) => {
        const saved = await ssoApi.setSsoOnlyWay.call({ params: { id }, body: { ...change, updatedAt } })
        await refresh(queryClient, [...touched, sessionQuery.queryKey])
        return saved
      }}
      saved={({ isOnlyWay, name }) => ({
        title: isOnlyWay ? `${name} is the only way to sign in` : 'Other ways to sign in are allowed again',
      })}
      reread={reread}
      noun="this identity provider"
    >
      <FormSwitch
        name="isOnlyWay"
        label={`Sign in with ${provider.name} only`}
        help={`You must have signed in with ${provider.name} once yourself.`}
      />
      <FormSelect
        name="emergencyAdminId"
        label="Emergency admin"
        help={`Can still use a password when ${provider.name} is down.`}
        isOptional
        options={admins.map(({ id, name }) => ({ id, label: name }))}
      />
    </EditDialog>
  )
}
