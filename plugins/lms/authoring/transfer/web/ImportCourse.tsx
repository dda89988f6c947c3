import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FileField } from '#core/web/ui/fields/FileField.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { courseReads } from '../../courses/web/client.ts'
import { uploadInParts } from '../../files/web/inParts.ts'
import { COURSE_ARCHIVE } from '../contract.ts'
import { transferApi } from './client.ts'

/** Milliseconds between two polls of an import. */
const POLL_INTERVAL_MS = 1000

/** Imports a course that was exported from this or another platform. */
export function ImportCourse({ onImported }: { onImported: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Import Course</Button>
      <Dialog
        title="Import Course"
        help="A course that was exported from this platform or another one."
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <ImportSteps
          onImported={(id) => {
            setOpen(false)
            onImported(id)
          }}
        />
      </Dialog>
    </>
  )
}

function ImportSteps({ onImported }: { onImported: (id: string) => void }) {
  const { id: userId } = useUser()
  // After the dialog was closed, reopening it shows the import in progress.
  const underWay = useQuery({ ...transferApi.listCourseImports(), staleTime: 0, gcTime: 0 })
  const [begun, setImportId] = useState<string | null>()
  const importId = begun === undefined ? underWay.data?.[0]?.id : (begun ?? undefined)
  const [failure, setFailure] = useState<string>()
  return (
    <>
      <DialogBody>
        {underWay.isPending ? (
          <Skeleton height={120} />
        ) : importId === undefined ? (
          <>
            {failure !== undefined && (
              <Banner tone="error" title="The course was not imported">
                {failure}
              </Banner>
            )}
            <FileField<string>
              label="Course"
              help="A ZIP of at most 2 GB. The course becomes a draft, with its files and question banks."
              accept={['.zip']}
              value={null}
              preview={null}
              upload={(file, options) => {
                setFailure(undefined)
                return uploadInParts({ ...options, file, kind: COURSE_ARCHIVE, ownerId: null, userId })
              }}
              onChange={(id) => setImportId(id ?? undefined)}
            />
          </>
        ) : (
          <RunningImport
            id={importId}
            onImported={onImported}
            onFailed={(message) => {
              setFailure(message)
              setImportId(null)
            }}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
      </DialogFooter>
    </>
  )
}

interface RunningImportProps {
  id: string
  onImported: (courseId: string) => void
  onFailed: (message: string) => void
}

function RunningImport({ id, onImported, onFailed }: RunningImportProps) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...transferApi.getCourseImport({ params: { id } }),
    refetchInterval: POLL_INTERVAL_MS,
  })
  const { status, courseId, message } = data ?? {}
  useEffect(() => {
    if (status === 'failed') onFailed(message ?? '')
    if (status !== 'done' || !courseId) return
    void refresh(queryClient, courseReads)
    notify({ title: 'Course imported', description: ['It is a draft.', message].filter(Boolean).join(' ') })
    onImported(courseId)
    // Runs once, when the import has ended.
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [status])
  if (error) return <ErrorState error={error} onRetry={refetch} isFrameless />
  return <ProgressBar label="Importing the course" value={data?.progress ?? 0} max={100} />
}
