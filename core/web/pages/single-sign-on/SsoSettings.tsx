import { useMutation, useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import type { SsoProvider } from '#core/contract/single-sign-on.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { CopyButton } from '../../ui/actions/CopyButton.tsx'
import { Badge } from '../../ui/display/Badge.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import * as tokens from '../api-tokens/ApiTokens.css.ts'
import * as rows from '../SignedInDevices.css.ts'
import { ssoApi } from './client.ts'
import { EditProviderDialog, NewProviderDialog, OnlyWayDialog } from './ProviderDialogs.tsx'
import * as styles from './SsoSettings.css.ts'

/** Single sign-on of an organization, for its admins. */
export const OrganizationSso = () => <SsoSettings isOfOrganization />

/** Single sign-on of the platform, for super admins. */
export const PlatformSso = () => <SsoSettings isOfOrganization={false} />

function SsoSettings({ isOfOrganization }: { isOfOrganization: boolean }) {
  const list = useQuery(ssoApi.listSsoProviders())
  const [isAdding, setAdding] = useState(false)
  return (
    <Card
      title="Single sign-on"
      help={
        isOfOrganization
          ? 'People sign in with an account that they have already, such as Google or Microsoft.'
          : 'Offered on the sign-in pages of the platform and of every organization. Accounts are linked by their confirmed address, and never created.'
      }
    >
      <Loaded query={list} height={120} isFrameless>
        {({ callbackUrl, providers, admins }) => (
          <>
            <Address label="Redirect address" text={callbackUrl} />
            {providers.length === 0 && (
              <p className={tokens.note}>Identity providers that you add will be listed here.</p>
            )}
            <ul className={rows.list}>
              {providers.map((provider) => (
                <ProviderRow key={provider.id} {...{ provider, admins, isOfOrganization }} />
              ))}
            </ul>
            <div className={tokens.foot}>
              <Button onPress={() => setAdding(true)}>Add identity provider</Button>
            </div>
          </>
        )}
      </Loaded>
      <NewProviderDialog isOpen={isAdding} onOpenChange={setAdding} createsAccounts={isOfOrganization} />
    </Card>
  )
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.address}>
      <div className={styles.words}>
        <div className={styles.label}>{label}</div>
        <code className={styles.value}>{text}</code>
      </div>
      <CopyButton size="small" text={text} label="Copy" aria-label={`Copy ${label}`} />
    </div>
  )
}

interface ProviderRowProps {
  provider: SsoProvider
  admins: readonly { id: string; name: string }[]
  isOfOrganization: boolean
}

function ProviderRow({ provider, admins, isOfOrganization }: ProviderRowProps) {
  const { id, name, issuer, isEnabled, isOnlyWay, logoutUrl } = provider
  const [opened, open] = useState<'edit' | 'only-way' | 'remove'>()
  const remove = useMutation(ssoApi.deleteSsoProvider.mutation({ touches: [ssoApi.listSsoProviders.key()] }))
  const stateOf = (dialog: typeof opened) => ({
    isOpen: opened === dialog,
    onOpenChange: (isOpen: boolean) => open(isOpen ? dialog : undefined),
  })
  return (
    <li className={styles.provider}>
      <div className={rows.device}>
        <LogIn size={18} aria-hidden className={rows.icon} />
        <div className={rows.words}>
          <div className={rows.name}>
            <bdi className={tokens.tokenName}>{name}</bdi>
            {!isEnabled && <Badge>Off</Badge>}
            {isOnlyWay && <Badge tone="accent">Only way</Badge>}
          </div>
          <div className={styles.value}>{issuer}</div>
        </div>
      </div>
      <Address label={`Logout address of ${name}`} text={logoutUrl} />
      <div className={styles.acts}>
        {isOfOrganization && (
          <Button size="small" aria-label={`Require ${name}`} onPress={() => open('only-way')}>
            Require
          </Button>
        )}
        <Button size="small" aria-label={`Edit ${name}`} onPress={() => open('edit')}>
          Edit
        </Button>
        <Button size="small" aria-label={`Remove ${name}`} onPress={() => open('remove')}>
          Remove
        </Button>
      </div>
      <EditProviderDialog {...stateOf('edit')} provider={provider} createsAccounts={isOfOrganization} />
      <OnlyWayDialog {...stateOf('only-way')} provider={provider} admins={admins} />
      <ConfirmDialog
        {...stateOf('remove')}
        title={`Remove “${name}”?`}
        confirmLabel="Remove provider"
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id } })
          notify({ title: 'Identity provider removed', description: name })
        }}
      >
        People can no longer sign in with it. Their linked sign-ins are deleted, and their sessions that it opened end.
        Their accounts stay.
      </ConfirmDialog>
    </li>
  )
}
