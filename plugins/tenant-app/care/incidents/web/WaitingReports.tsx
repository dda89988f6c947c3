import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { refresh } from '#core/web/client.ts'
import { wipeSealed } from '#core/web/sealedStore.ts'
import { useUser } from '#core/web/session.ts'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { noteUnsent } from '#core/web/unsentEntries.ts'
import { keepUnsavedWork } from '#core/web/unsavedWork.ts'
import { incidentReads } from './client.ts'
import { REPORTS_ON_DEVICE, reportStore, sendReport } from './reportStore.ts'

/** Shows the number of the user's reports on this device, and sends submitted ones once there is a connection. */
export function WaitingReports() {
  const { id: userId } = useUser()
  const queryClient = useQueryClient()
  const stored = useQuery({
    queryKey: [...REPORTS_ON_DEVICE, userId],
    queryFn: () => reportStore(userId).list(),
    gcTime: 0,
    networkMode: 'always',
  })
  useEffect(() => {
    const store = reportStore(userId)
    const send = async () => {
      const waiting = (await store.list()).filter(({ isSent }) => isSent)
      for (const { id, report } of waiting) {
        await sendReport(userId, { id, report }).catch(async (error: unknown) => {
          // The user corrects the report in the form.
          await store.put([{ id, isSent: false, report }])
          notify({ title: 'A report was not taken', description: errorText(error), tone: 'destructive' })
        })
      }
      if (waiting.length > 0) await refresh(queryClient, [REPORTS_ON_DEVICE, ...incidentReads])
    }
    void send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [queryClient, userId])
  const sent = stored.data?.filter(({ isSent }) => isSent).length ?? 0
  const all = stored.data?.length ?? 0
  const begun = all - sent
  const isWriting = useLocation().pathname === '/incidents/new'
  useEffect(() => {
    if (all === 0) return undefined
    return keepUnsavedWork({
      words: () => `${countText(all, 'incident report')} not sent yet`,
      discard: () => {
        noteUnsent('reports', userId, 0)
        void wipeSealed(userId)
      },
    })
  }, [all, userId])
  return (
    <>
      {sent > 0 && (
        <Banner tone="warn">
          {`${countText(sent, 'report')} waiting to be sent from this device. ${sent === 1 ? 'It goes' : 'They go'} out when there is a connection.`}
        </Banner>
      )}
      {begun > 0 && !isWriting && (
        <Banner>
          You have begun a report on this device. <TextLink href="/incidents/new">Continue</TextLink>
        </Banner>
      )}
    </>
  )
}
