import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { sizeText } from '#core/contract/sizes.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { DOWNLOAD_DAYS } from '../contract.ts'
import type { PersonalExport } from '../person-contract.ts'
import { personalExportReads, personalExportsApi } from './client.ts'
import { isUnderWay } from './exportLabels.ts'
import { HealthDialog } from './HealthDialog.tsx'
import { save } from './saveExport.ts'

/** Milliseconds between polls while an export is in progress. */
const POLL_INTERVAL_MS = 1500

interface PersonalDataProps {
  /** Subject of the export: a student, or a user. */
  subject: { studentId: string } | { userId: string }
  /** Label of the button: 'Download my data'. */
  label: string
  /** True to ask admins whether to include health data, and for what purpose. */
  asksForHealth?: boolean
}

/** Requests one person's data as a file, shows the progress, and downloads it. */
export function PersonalData({ subject, label, asksForHealth = false }: PersonalDataProps) {
  const [isAsking, setAsking] = useState(false)
  const exports = useQuery({
    ...personalExportsApi.listPersonalExports({ query: { ...subject, limit: 1 } }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_INTERVAL_MS : false),
  })
  const create = useMutation(
    personalExportsApi.createPersonalExport.mutation({
      touches: personalExportReads,
      onError: (error) =>
        notify({
          title: 'Not started',
          description: serverMessage(error, 'The export could not be created'),
          tone: 'destructive',
        }),
    }),
  )
  if (exports.error) return <ErrorState error={exports.error} onRetry={exports.refetch} isFrameless />
  if (!exports.data) return <Skeleton height={64} />
  const [latest] = exports.data
  const isBusy = latest !== undefined && isUnderWay(latest)
  return (
    <Stack>
      {latest && <Latest one={latest} />}
      <div>
        <Button
          icon={<Download size={16} aria-hidden />}
          isPending={create.isPending}
          isDisabled={isBusy}
          onPress={() => (asksForHealth ? setAsking(true) : create.mutate({ body: subject }))}
        >
          {label}
        </Button>
      </div>
      {asksForHealth && 'studentId' in subject && (
        <HealthDialog studentId={subject.studentId} isOpen={isAsking} onOpenChange={setAsking} />
      )}
    </Stack>
  )
}

function Latest({ one }: { one: PersonalExport }) {
  const zone = useZone()
  const { id, status, progress, size, expiresAt, includesHealth } = one
  if (isUnderWay(one)) {
    return <ProgressBar label="Preparing the export" value={progress} valueText={`${progress}%`} />
  }
  if (status === 'failed') {
    return (
      <Banner tone="error" title="The export could not be created">
        Try again. If it fails again, ask for help.
      </Banner>
    )
  }
  if (status !== 'ready' || expiresAt === null) return null
  return (
    <Banner
      tone="success"
      title="Ready to download"
      action={
        <Button
          size="small"
          onPress={() => void save(personalExportsApi.downloadPersonalExport.url({ params: { id } }))}
        >
          Save file
        </Button>
      }
    >
      {sizeText(size ?? 0)}, kept until <DateTime value={expiresAt} zone={zone} />
      {includesHealth ? '. Health data is in it: store it where only you can read it.' : '.'}
    </Banner>
  )
}

/** Describes the contents of the file in a sentence. */
export const exportContents = `A readable page, the same data as JSON, and files, in one ZIP. It takes a moment. You can download it for ${DOWNLOAD_DAYS} days.`
