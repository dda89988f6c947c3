import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { refresh } from '#core/web/client.ts'
import { useUser } from '#core/web/session.ts'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { incidentReads } from './client.ts'
import { reportStore, sendReport } from './reportStore.ts'

const WAITING = ['incident reports on this device']

/** Says how many reports of the user wait on this device, and sends those that were submitted once there is a connection. */
export function WaitingReports() {
  const { id: userId } = useUser()
  const queryClient = useQueryClient()
  const stored = useQuery({ queryKey: [...WAITING, userId], queryFn: () => reportStore(userId).list(), gcTime: 0 })
  useEffect(() => {
    const store = reportStore(userId)
    const send = async () => {
      const waiting = (await store.list()).filter(({ isSent }) => isSent)
      for (const { id, report } of waiting) {
        await sendReport(store, id, report).catch((error: unknown) =>
          notify({ title: 'A report was not taken', description: errorText(error), tone: 'destructive' }),
        )
      }
      if (waiting.length > 0) await refresh(queryClient, [WAITING, ...incidentReads])
    }
    void send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [queryClient, userId])
  const sent = stored.data?.filter(({ isSent }) => isSent).length ?? 0
  const begun = (stored.data?.length ?? 0) - sent
  return (
    <>
      {sent > 0 && (
        <Banner tone="warn">
          {`${countText(sent, 'report')} waiting to be sent from this device. ${sent === 1 ? 'It goes' : 'They go'} out when there is a connection.`}
        </Banner>
      )}
      {begun > 0 && (
        <Banner>
          You have begun a report on this device. <TextLink href="/incidents/new">Continue</TextLink>
        </Banner>
      )}
    </>
  )
}
