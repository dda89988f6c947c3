import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ChangedBanner } from '#core/web/ui/feedback/ChangedBanner.tsx'
import { errorText, isOutdated } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { Session } from '../../sessions/contract.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { OwnField, SessionSeries } from '../session-contract.ts'
import { seriesApi, seriesReads, sessionSeriesApi } from './client.ts'
import { ownFieldLabels, shortTimeText, troublesText } from './seriesLabels.ts'

interface ResetDialogProps {
  session: Session
  series: SessionSeries
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Resets a session's own fields to its series' values, and shows both first. */
export function ResetDialog({ session, series, isOpen, onOpenChange }: ResetDialogProps) {
  return (
    <Dialog
      title="Reset to the series"
      help="What is reset changes with the series again."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Choice session={session} series={series} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Choice({ session, series, onDone }: { session: Session; series: SessionSeries; onDone: () => void }) {
  const zone = useZone()
  const queryClient = useQueryClient()
  const [fields, setFields] = useState<readonly OwnField[]>(series.own)
  const params = { id: session.id }
  const reset = useMutation(
    sessionSeriesApi.resetSession.mutation({
      touches: seriesReads,
      onSuccess: () => {
        notify({ title: 'Session reset to the series' })
        onDone()
      },
    }),
  )
  const reload = () => {
    reset.reset()
    void queryClient.invalidateQueries({ queryKey: ['api', 'sessions'] })
  }
  return (
    <>
      <DialogBody>
        {reset.error && isOutdated(reset.error) && (
          <ChangedBanner thing="this session" message={errorText(reset.error)} onReload={reload} />
        )}
        {reset.error && !isOutdated(reset.error) && <Banner tone="error">{errorText(reset.error)}</Banner>}
        <CheckboxGroup
          label="Reset"
          options={series.own.map((id) => ({
            id,
            label: ownFieldLabels[id],
            description: `${valueOf(id, session, zone)} becomes ${valueOf(id, series.planned, zone)}`,
          }))}
          value={fields}
          onChange={setFields}
        />
        <InTheWay session={session} planned={series.planned} fields={fields} />
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          variant="primary"
          isDisabled={fields.length === 0}
          isPending={reset.isPending}
          onPress={() => reset.mutate({ params, body: { fields: [...fields], updatedAt: session.updatedAt } })}
        >
          Reset session
        </Button>
      </DialogFooter>
    </>
  )
}

function valueOf(field: OwnField, value: SessionSeries['planned'], zone: string): string {
  switch (field) {
    case 'time':
      return shortTimeText(value.startDate, zone)
    case 'projectId':
      return value.projectTitle ?? 'no project'
    case 'instructorId':
      return value.instructorName ?? 'no instructor yet'
    case 'maxParticipants':
      return value.maxParticipants === null ? 'as many as come' : String(value.maxParticipants)
    default:
      return value[field] || 'empty'
  }
}

/** Shows clashes at the series' time and place. */
function InTheWay({
  session,
  planned,
  fields,
}: {
  session: Session
  planned: SessionSeries['planned']
  fields: readonly OwnField[]
}) {
  const taken = (field: OwnField) => (fields.includes(field) ? planned : session)
  const body = {
    startDate: taken('time').startDate,
    endDate: taken('time').endDate,
    instructorId: taken('instructorId').instructorId,
    location: taken('location').location,
    repeat: null,
    sessionId: session.id,
  }
  const preview = useQuery({
    queryKey: ['api', 'series', 'preview', JSON.stringify(body)],
    queryFn: ({ signal }) => seriesApi.previewPlan.call({ body }, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const [found] = preview.data?.sessions ?? []
  const words = found && troublesText(found)
  return words ? (
    <Banner tone="warn" title="Something is in the way">
      {words}
    </Banner>
  ) : null
}
