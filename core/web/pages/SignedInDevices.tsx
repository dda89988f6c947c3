import { useMutation, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import type { z } from 'zod'
import type { signedInDevice } from '#core/contract/identity.ts'
import { rich, t } from '../text.ts'
import { identityApi } from '../session.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { RelativeTime } from '../ui/display/DateTime.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { notify } from '../ui/feedback/notificationQueue.ts'
import * as styles from './SignedInDevices.css.ts'
import { deviceName } from '#core/contract/device-name.ts'

type Device = z.infer<typeof signedInDevice>

export function SignedInDevices() {
  const devices = useQuery(identityApi.listDevices())
  if (devices.isPending) return <Skeleton height={56} />
  if (devices.isError) return <ErrorState isFrameless error={devices.error} onRetry={devices.refetch} />
  return (
    <ul className={styles.list}>
      {devices.data.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </ul>
  )
}

function DeviceRow({ device }: { device: Device }) {
  const name = deviceName(device.userAgent)
  const signOut = useMutation(
    identityApi.signOutDevice.mutation({
      touches: [identityApi.listDevices.key()],
      onSuccess: () => notify({ title: t('Signed out'), description: t('{name} has to sign in again.', { name }) }),
      onError: ({ detail }) => notify({ title: t('Not signed out'), description: detail, tone: 'destructive' }),
    }),
  )
  const Icon = /Android|iPhone|iPad/.test(device.userAgent) ? Smartphone : Monitor
  return (
    <li className={styles.device}>
      <Icon size={18} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <div className={styles.name}>
          {name}
          {device.current && <Badge tone="green">{t('This device')}</Badge>}
        </div>
        <div className={styles.details}>
          {rich('{ipAddress} · last active {when}', {
            ipAddress: device.ipAddress,
            when: <RelativeTime value={device.lastSeenAt} />,
          })}
        </div>
      </div>
      {!device.current && (
        <Button
          size="small"
          aria-label={t('Sign out {name}', { name })}
          isPending={signOut.isPending}
          onPress={() => signOut.mutate({ params: { id: device.id } })}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}
