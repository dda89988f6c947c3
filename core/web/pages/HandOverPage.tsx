import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { ARRIVAL_PATH, handOverContract, handOverTarget } from '#core/contract/hand-over.ts'
import { t } from '../text.ts'
import { ApiError } from '../apiError.ts'
import { createClient } from '../client.ts'
import { originOf } from '../hosts.ts'
import { sendForm } from '../sendForm.ts'
import { usePlatform, useSession } from '../session.ts'
import { useSignOut } from '../shell/signOut.ts'
import { StatusScreen } from '../shell/StatusScreen.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { LinkButton } from '../ui/actions/LinkButton.tsx'
import { errorText } from '../ui/feedback/errorText.ts'

const handOverApi = createClient(handOverContract)

// The guard may draw this page anew while the browser is leaving it: a token that is sent twice would be refused.
const sent = new Set<string>()

/**
 * Shown on the platform's host instead of every page to people who work at their organization's alone: leads them there,
 * to the page that they asked for, and has them signed in there.
 */
export function HandOverPage() {
  const user = useSession()
  const { platformDomain } = usePlatform()
  const next = useLocation({ select: ({ href }) => href })
  const signOut = useSignOut()
  const handOver = useQuery({
    queryKey: ['hand-over', user?.id],
    queryFn: () => handOverApi.handOver.call(),
    staleTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const { data, error } = handOver
  const subdomain = data?.subdomain ?? subdomainIn(error)
  const origin = subdomain && originOf(`${subdomain}.${platformDomain}`)
  useEffect(() => {
    if (!data || !origin || sent.has(data.token)) return
    sent.add(data.token)
    sendForm(origin + ARRIVAL_PATH, { token: data.token, next })
  }, [data, origin, next])
  const organization = user?.tenantName ?? t('your organization')
  return (
    <StatusScreen
      icon={<Building2 aria-hidden />}
      title={error ? t('Go to {organization}', { organization }) : t('Taking you to {organization}', { organization })}
      actions={
        <>
          {origin && (
            <LinkButton variant={error ? 'primary' : 'secondary'} href={origin}>
              {t('Go to {host}', { host: new URL(origin).host })}
            </LinkButton>
          )}
          {error && !origin && (
            <Button variant="primary" isPending={handOver.isFetching} onPress={() => void handOver.refetch()}>
              {t('Try again')}
            </Button>
          )}
          {error && (
            <Button isPending={signOut.isPending} onPress={() => signOut.mutate()}>
              {t('Sign Out')}
            </Button>
          )}
        </>
      }
    >
      {error
        ? errorText(error)
        : t('{organization} has an address of its own, where you are signed in.', { organization })}
    </StatusScreen>
  )
}

const subdomainIn = (error: unknown) =>
  error instanceof ApiError ? handOverTarget.safeParse(error.details).data?.subdomain : undefined
