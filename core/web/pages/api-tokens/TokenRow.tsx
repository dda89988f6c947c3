import { countText } from '#core/contract/count-text.ts'
import { KeyRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ApiToken } from '#core/contract/api-tokens.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Badge } from '../../ui/display/Badge.tsx'
import { DateTime, RelativeTime } from '../../ui/display/DateTime.tsx'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import * as styles from '../SignedInDevices.css.ts'
import { tokenName } from './ApiTokens.css.ts'

interface TokenRowProps {
  token: ApiToken
  /** Person whose token it is, where others see it. */
  owner?: ReactNode
  onRevoke: () => Promise<unknown>
}

/** An API token in a list, with what revokes it. */
export function TokenRow({ token, owner, onRevoke }: TokenRowProps) {
  const [isAsking, setAsking] = useState(false)
  const { name, visibleId, scopes, expiresAt, lastUsedAt } = token
  const [now] = useState(() => Date.now())
  const isExpired = Date.parse(expiresAt) < now
  return (
    <li className={styles.device}>
      <KeyRound size={18} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <div className={styles.name}>
          <bdi className={tokenName}>{name}</bdi>
          {isExpired && <Badge tone="red">Expired</Badge>}
        </div>
        <div className={styles.details}>
          {owner}
          {visibleId}… · {countText(scopes.length, 'scope')} · {isExpired ? 'expired' : 'expires'}{' '}
          <DateTime value={expiresAt} show="date" /> ·{' '}
          {lastUsedAt ? (
            <>
              last used <RelativeTime value={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
        </div>
        <div className={styles.details}>{scopes.join(', ')}</div>
      </div>
      <Button size="small" aria-label={`Revoke ${name}`} onPress={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        title={`Revoke “${name}”?`}
        confirmLabel="Revoke token"
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          await onRevoke()
          notify({ title: 'API token revoked', description: `Programs that use “${name}” are refused from now on.` })
        }}
      >
        Programs that use it are refused at once. This cannot be undone.
      </ConfirmDialog>
    </li>
  )
}
