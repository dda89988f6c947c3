import { useMutation, useQuery } from '@tanstack/react-query'
import { Fingerprint, KeyRound, LifeBuoy, Pencil, Smartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Passkey, SecondFactors as Factors } from '#core/contract/second-factor.ts'
import { rich, t } from '../../text.ts'
import { useEmailTexts } from '../../mail.ts'
import { passkeysArePossible } from '../../passkeys.ts'
import { changedByFactors, secondFactorApi } from '../../secondFactor.ts'
import { Badge } from '../../ui/display/Badge.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { RelativeTime } from '../../ui/display/DateTime.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { MenuButton } from '../../ui/actions/MenuButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import * as styles from '../SignedInDevices.css.ts'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'
import { useAddFactor } from './useAddFactor.tsx'

/** Second factors that users need beside the password, or in its place: app, passkeys and recovery codes. */
export function SecondFactors() {
  const factors = useQuery(secondFactorApi.secondFactors())
  const { add, showCodes, dialogs } = useAddFactor()
  if (factors.isPending) return <Skeleton height={120} />
  if (factors.isError) return <ErrorState isFrameless error={factors.error} onRetry={factors.refetch} />
  const { app, passkeys, recoveryCodes } = factors.data
  return (
    <>
      <ul className={styles.list}>
        <AppRow app={app} onAdd={() => add('app')} />
        <Row
          icon={<KeyRound size={18} aria-hidden />}
          name={t('Passkeys')}
          details={t('Fingerprint, face or the PIN of a device in place of password and code.')}
          action={
            passkeysArePossible() && (
              <Button size="small" onPress={() => add('passkey')}>
                {t('Add a passkey')}
              </Button>
            )
          }
        />
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
        {recoveryCodes && <CodesRow {...recoveryCodes} onMade={showCodes} />}
      </ul>
      {dialogs}
    </>
  )
}

interface RowProps {
  icon: ReactNode
  name: ReactNode
  details: ReactNode
  action: ReactNode
}

function Row({ icon, name, details, action }: RowProps) {
  return (
    <li className={styles.device}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.words}>
        <div className={styles.name}>{name}</div>
        <div className={styles.details}>{details}</div>
      </div>
      {action}
    </li>
  )
}

function AppRow({ app, onAdd }: { app: Factors['app']; onAdd: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { promise } = useEmailTexts()
  const remove = useMutation(secondFactorApi.removeApp.mutation({ touches: changedByFactors }))
  return (
    <Row
      icon={<Smartphone size={18} aria-hidden />}
      name={
        <>
          {t('Authenticator app')}
          {app &&
            (app.isLost ? <Badge tone="red">{t('Cannot be checked')}</Badge> : <Badge tone="green">{t('On')}</Badge>)}
        </>
      }
      details={
        app ? (
          app.isLost ? (
            t('Its key was lost when the platform moved. Remove it and set it up anew.')
          ) : (
            <>{rich('Set up {when}', { when: <RelativeTime value={app.addedAt} /> })}</>
          )
        ) : (
          t('Six digits on your phone that change every 30 seconds.')
        )
      }
      action={
        app ? (
          <>
            <Button size="small" aria-label={t('Remove the authenticator app')} onPress={() => setAsking(true)}>
              {t('Remove')}
            </Button>
            <ConfirmDialog
              title={t('Remove the authenticator app?')}
              confirmLabel={t('Remove app')}
              isOpen={isAsking}
              onOpenChange={setAsking}
              onConfirm={async () => {
                await remove.mutateAsync()
                notify({
                  title: t('Authenticator app removed'),
                  description: promise(t('We have also sent you an email.')),
                })
              }}
            >
              {t('Its codes no longer sign you in. Without a passkey, your password alone opens the account again.')}
            </ConfirmDialog>
          </>
        ) : (
          <Button size="small" aria-label={t('Set up an authenticator app')} onPress={onAdd}>
            {t('Set up')}
          </Button>
        )
      }
    />
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [asked, setAsked] = useState<'rename' | 'remove'>()
  const { promise } = useEmailTexts()
  const remove = useMutation(secondFactorApi.removePasskey.mutation({ touches: changedByFactors }))
  const { id, name, createdAt, lastUsedAt } = passkey
  const close = (isOpen: boolean) => isOpen || setAsked(undefined)
  return (
    <Row
      icon={<Fingerprint size={18} aria-hidden />}
      name={name}
      details={
        <>
          {rich('Added {when}', { when: <RelativeTime value={createdAt} /> })} ·{' '}
          {lastUsedAt ? rich('last used {when}', { when: <RelativeTime value={lastUsedAt} /> }) : t('not used yet')}
        </>
      }
      action={
        <>
          <MenuButton
            label={t('Actions for the passkey {name}', { name })}
            items={[
              { label: t('Rename'), icon: <Pencil size={16} aria-hidden />, onAction: () => setAsked('rename') },
              'separator',
              {
                label: t('Remove'),
                icon: <Trash2 size={16} aria-hidden />,
                isDanger: true,
                onAction: () => setAsked('remove'),
              },
            ]}
          />
          <RenamePasskeyDialog passkey={passkey} isOpen={asked === 'rename'} onOpenChange={close} />
          <ConfirmDialog
            title={t('Remove the passkey “{name}”?', { name })}
            confirmLabel={t('Remove passkey')}
            isOpen={asked === 'remove'}
            onOpenChange={close}
            onConfirm={async () => {
              await remove.mutateAsync({ params: { id } })
              notify({ title: t('Passkey removed'), description: promise(t('We have also sent you an email.')) })
            }}
          >
            {t(
              'It no longer signs you in. Remove it from the device’s settings too, which go on offering it otherwise.',
            )}
          </ConfirmDialog>
        </>
      }
    />
  )
}

interface CodesRowProps {
  left: number
  madeAt: string | null
  onMade: (codes: string[]) => void
}

function CodesRow({ left, madeAt, onMade }: CodesRowProps) {
  const [isAsking, setAsking] = useState(false)
  const renew = useMutation(secondFactorApi.renewRecoveryCodes.mutation())
  return (
    <Row
      icon={<LifeBuoy size={18} aria-hidden />}
      name={
        <>
          {t('Recovery codes')}
          {left < 4 && <Badge tone={left === 0 ? 'red' : 'amber'}>{left === 0 ? t('None left') : t('Few left')}</Badge>}
        </>
      }
      details={
        <>
          {madeAt
            ? rich('{left} of 10 left, made {when}', { left, when: <RelativeTime value={madeAt} /> })
            : t('{left} of 10 left', { left })}
        </>
      }
      action={
        <>
          <Button size="small" aria-label={t('Renew recovery codes')} onPress={() => setAsking(true)}>
            {t('Renew')}
          </Button>
          <ConfirmDialog
            title={t('Make new recovery codes?')}
            confirmLabel={t('Make new codes')}
            tone="primary"
            isOpen={isAsking}
            onOpenChange={setAsking}
            onConfirm={async () => onMade((await renew.mutateAsync()).recoveryCodes ?? [])}
          >
            {t('The codes that you have now stop working.')}
          </ConfirmDialog>
        </>
      }
    />
  )
}
