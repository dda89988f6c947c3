import { useQuery } from '@tanstack/react-query'
import { Building2, Compass, Lock, PauseCircle, ShieldAlert, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { rich, t } from '../text.ts'
import { originOf } from '../hosts.ts'
import { PageLinkButton } from '../links.ts'
import { platformQuery, sessionQuery, usePlatform, useSession } from '../session.ts'
import { Button } from '../ui/actions/Button.tsx'
import { LinkButton } from '../ui/actions/LinkButton.tsx'
import { TextLink } from '../ui/actions/TextLink.tsx'
import { Shell } from './Shell.tsx'
import { StatusScreen } from './StatusScreen.tsx'
import { admission } from './admission.ts'
import type { Refusal } from './admission.ts'
import { useSignOut } from './signOut.ts'

const screens: Record<Exclude<Refusal, 'first-sign-in' | 'second-factor' | 'hand-over'>, () => ReactNode> = {
  'not-found': NotFound,
  'organization-not-found': OrganizationNotFound,
  suspended: () => <ClosedOrganization title={t('This organization is suspended')} />,
  inactive: () => <ClosedOrganization title={t('This organization is not active')} />,
  maintenance: Maintenance,
  'access-denied': AccessDenied,
  insufficient: InsufficientPermissions,
}

/** One of the screens that say why a page is not shown. */
export function RefusalScreen({ refusal }: { refusal: keyof typeof screens }): ReactNode {
  const Screen = screens[refusal]
  return <Screen />
}

const home = (
  <PageLinkButton variant="primary" to="/">
    {t('Go to the start page')}
  </PageLinkButton>
)

function NotFound() {
  const platform = usePlatform()
  const user = useSession()
  // Users who may enter pages here keep the navigation; users whom the guard would refuse do not get it.
  const { app } = platform
  const isInFrame = user !== null && admission(platform, user, { title: '', apps: [app] }, '/404').kind === 'enter'
  const screen = (
    <StatusScreen
      icon={<Compass aria-hidden />}
      title={app === 'platform' ? '404 Page Not Found' : t('Page Not Found')}
      actions={home}
      isInFrame={isInFrame}
    >
      {t("The page you're looking for doesn't exist.")}
    </StatusScreen>
  )
  return isInFrame ? <Shell>{screen}</Shell> : screen
}

function OrganizationNotFound() {
  const { platformDomain } = usePlatform()
  return (
    <StatusScreen
      icon={<Building2 aria-hidden />}
      title={t('Organization Not Found')}
      actions={
        <LinkButton href={originOf(platformDomain)}>{t('Go to {platformDomain}', { platformDomain })}</LinkButton>
      }
    >
      {t('This organization subdomain is not configured.')}
    </StatusScreen>
  )
}

function ClosedOrganization({ title }: { title: string }) {
  const { supportEmail, tenant } = usePlatform()
  const user = useSession()
  return (
    <StatusScreen icon={<PauseCircle aria-hidden />} title={title} actions={user && <SignOutButton />}>
      <p>
        {rich('{organization} cannot be used at the moment. Nothing was lost. Please write to {address}.', {
          organization: tenant?.name,
          address: <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>,
        })}
      </p>
    </StatusScreen>
  )
}

/** Milliseconds after which people who are kept out are let in again by themselves. */
const POLL_INTERVAL_MS = 15_000

function Maintenance() {
  const { maintenance, platformName } = usePlatform()
  const user = useSession()
  // The guard hears of it when the answers are others; a backup that was restored has ended all sessions too.
  useQuery({ ...platformQuery, refetchInterval: POLL_INTERVAL_MS })
  useQuery({ ...sessionQuery, refetchInterval: POLL_INTERVAL_MS })
  return (
    <StatusScreen
      icon={<Wrench aria-hidden />}
      title={t('Maintenance')}
      actions={user ? <SignOutButton /> : <PageLinkButton to="/auth">{t('Sign In')}</PageLinkButton>}
    >
      {/* Maintenance may have ended between the guard's answer and this. */}
      {maintenance ? (
        <>
          <p>{maintenance.message}</p>
          <p>{t('This page continues automatically.')}</p>
        </>
      ) : (
        `${platformName} is back. Reload the page to go on.`
      )}
    </StatusScreen>
  )
}

function AccessDenied() {
  return (
    <StatusScreen icon={<Lock aria-hidden />} title={t('Access Denied')} actions={<SignOutButton />}>
      {t("You don't have access to this organization.")}
    </StatusScreen>
  )
}

function InsufficientPermissions() {
  const { app } = usePlatform()
  return (
    <StatusScreen
      icon={<ShieldAlert aria-hidden />}
      title={t('Insufficient Permissions')}
      actions={
        <>
          {app === 'tenant' && home}
          <SignOutButton />
        </>
      }
    >
      {t("You don't have the required role to access this page.")}
    </StatusScreen>
  )
}

function SignOutButton() {
  const signOut = useSignOut()
  return (
    <Button isPending={signOut.isPending} onPress={() => signOut.mutate()}>
      {t('Sign Out')}
    </Button>
  )
}
