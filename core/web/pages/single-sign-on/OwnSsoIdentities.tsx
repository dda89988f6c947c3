import { useMutation, useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import type { SsoIdentity } from '#core/contract/single-sign-on.ts'
import { usePlatform } from '../../session.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { DateTime, RelativeTime } from '../../ui/display/DateTime.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import * as tokens from '../api-tokens/ApiTokens.css.ts'
import * as rows from '../SignedInDevices.css.ts'
import { ssoApi } from './client.ts'

/** Linked sign-ins of the user, on the profile; nothing where no identity provider is offered. */
export function OwnSsoIdentities() {
  const { signInProviders = [] } = usePlatform()
  const isOffered = signInProviders.length > 0
  const identities = useQuery({ ...ssoApi.listSsoIdentities(), enabled: isOffered })
  if (!isOffered) return null
  return (
    <Card title="Linked sign-ins" help="Accounts at other providers that open this one.">
      <Loaded query={identities} height={72} isFrameless>
        {(own) => (
          <>
            {own.length === 0 && (
              <p className={tokens.note}>
                Sign in with {signInProviders.map(({ name }) => name).join(' or ')} once to link it.
              </p>
            )}
            <ul className={rows.list}>
              {own.map((identity) => (
                <IdentityRow key={identity.id} identity={identity} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function IdentityRow({ identity }: { identity: SsoIdentity }) {
  const { id, providerName, email, createdAt, lastUsedAt } = identity
  const [isAsking, setAsking] = useState(false)
  const unlink = useMutation(ssoApi.unlinkSsoIdentity.mutation({ touches: [ssoApi.listSsoIdentities.key()] }))
  return (
    <li className={rows.device}>
      <LogIn size={18} aria-hidden className={rows.icon} />
      <div className={rows.words}>
        <div className={rows.name}>
          <bdi className={tokens.tokenName}>{providerName}</bdi>
        </div>
        <div className={rows.details}>
          {email !== null && <bdi>{email} · </bdi>}linked <DateTime value={createdAt} show="date" /> · last used{' '}
          <RelativeTime value={lastUsedAt} />
        </div>
      </div>
      <Button size="small" aria-label={`Unlink ${providerName}`} onPress={() => setAsking(true)}>
        Unlink
      </Button>
      <ConfirmDialog
        title={`Unlink “${providerName}”?`}
        confirmLabel="Unlink"
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          await unlink.mutateAsync({ params: { id } })
          notify({ title: 'Sign-in unlinked', description: providerName })
        }}
      >
        Devices that it signed in are signed out. It is linked again when you sign in with {providerName}.
      </ConfirmDialog>
    </li>
  )
}
