import { useMutation } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { usePlatform } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { formatPrice } from '#core/web/ui/display/money.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { TenantSubscription } from '../contract.ts'
import * as styles from './PlanUsageTab.css.ts'
import { usageApi } from '../../shared/web/client.ts'
import { useUsageLines } from './useUsageLines.ts'

interface ComingUpgradeProps {
  upgrade: NonNullable<TenantSubscription['pendingUpgrade']>
  usage: TenantSubscription['usage']
}

/** Change with the next period, its price, and the choice to decline. */
export function ComingUpgrade({ upgrade, usage }: ComingUpgradeProps) {
  const { planDisplayName, currentPrice, newPrice, effectiveDate, ...price } = upgrade
  const zone = usePlatform().tenant?.timeZone
  const lines = useUsageLines({ usage, limits: upgrade.limits })
  const [isDeclining, setDeclining] = useState(false)
  const decline = useMutation(usageApi.declineUpgrade.mutation({ touches: [usageApi.tenantSubscription.key()] }))
  return (
    <Card
      title={`Upgrade to ${planDisplayName}`}
      help={
        <>
          You use more than your plan includes, so it changes on{' '}
          <DateTime value={effectiveDate} show="date" zone={zone} />, with your next period.
        </>
      }
    >
      <div className={styles.prices}>
        <div className={styles.priced}>
          <span className={styles.caption}>Now</span>
          <span className={styles.figure}>{formatPrice({ ...price, price: currentPrice })}</span>
        </div>
        <ArrowRight size={20} aria-hidden className={styles.arrow} />
        <div className={styles.priced}>
          <span className={styles.caption}>With {planDisplayName}</span>
          <span className={styles.figure}>{formatPrice({ ...price, price: newPrice })}</span>
        </div>
      </div>
      <p>{lines.map(({ label, text }) => `${label}: ${text}`).join(' · ')}</p>
      <div className={styles.acts}>
        <Button onPress={() => setDeclining(true)}>Decline upgrade</Button>
      </div>
      <ConfirmDialog
        title={`Decline the upgrade to ${planDisplayName}?`}
        confirmLabel="Decline upgrade"
        tone="primary"
        isOpen={isDeclining}
        onOpenChange={setDeclining}
        onConfirm={async () => {
          await decline.mutateAsync()
          notify({ title: 'Upgrade Declined', description: 'Your plan stays as it is.' })
        }}
      >
        You keep your plan and its price. Nothing is deleted, but nothing can be added where a limit is reached, and
        automatic upgrades are off until you turn them on again.
      </ConfirmDialog>
    </Card>
  )
}
