import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { DialogFormLayout } from '#core/web/ui/overlays/DialogForm.tsx'
import { LoadedInDialog } from '#core/web/ui/overlays/LoadedInDialog.tsx'
import type { Session } from '../../sessions/contract.ts'
import { nextStatuses, type SessionStatus } from '../../sessions/state-contract.ts'
import { SessionFields } from '../../sessions/web/SessionFields.tsx'
import { sessionsApi } from '../../sessions/web/client.ts'
import { useLeads } from '../../sessions/web/useLeads.ts'
import { useSessionState } from '../../sessions/web/useSessionState.ts'
import { changedPlan, type ChangedPlan, type Series } from '../contract.ts'
import { PlanPreview } from './PlanPreview.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { ScopeDialog, type ChosenScope } from './ScopeDialog.tsx'
import { SkippedBanner } from './SkippedBanner.tsx'
import { seriesApi, seriesReads } from './client.ts'
import { sessionCountText } from './seriesLabels.ts'
import { useMessageOffer } from './useMessageOffer.ts'

interface EditSessionDialogProps {
  /** Id of the session; undefined while the dialog is closed. */
  sessionId: string | undefined
  onClose: () => void
}

export function EditSessionDialog({ sessionId, onClose }: EditSessionDialogProps) {
  return (
    <Dialog title="Edit Session" isOpen={sessionId !== undefined} onOpenChange={onClose}>
      {sessionId && <LoadedSession sessionId={sessionId} onDone={onClose} />}
    </Dialog>
  )
}

/** Loads the session anew each time, so that the form shows other users' changes. */
function LoadedSession({ sessionId, onDone }: { sessionId: string; onDone: () => void }) {
  const session = useQuery({ ...sessionsApi.getSession({ params: { id: sessionId } }), staleTime: 0, gcTime: 0 })
  const seriesId = session.data?.seriesId
  const series = useQuery({
    ...seriesApi.getSeries({ params: { id: seriesId ?? '' } }),
    enabled: typeof seriesId === 'string',
    staleTime: 0,
    gcTime: 0,
  })
  const isSeriesRead = !seriesId || (series.data && series.isFetchedAfterMount)
  if (session.data && session.isFetchedAfterMount && isSeriesRead) {
    return <EditSessionForm session={session.data} series={series.data} onDone={onDone} />
  }
  const { error, refetch } = session.error ? session : series
  return (
    <LoadedInDialog query={{ data: undefined, isPending: true, error, refetch }} height={640}>
      {() => null}
    </LoadedInDialog>
  )
}

const endedHelp: Partial<Record<SessionStatus, string>> = {
  completed: 'A completed session stays completed.',
  cancelled: 'A cancelled session stays cancelled. Create a new one instead.',
}

/** A session being edited, with the rule of its series. */
type Edited = Session & Pick<ChangedPlan, 'repeat'>

const valuesOf = ({
  name,
  description,
  projectId,
  instructorId,
  startDate,
  endDate,
  maxParticipants,
  location,
  status,
  repeat,
}: Edited) => ({
  name,
  description,
  projectId,
  instructorId,
  startDate,
  endDate,
  maxParticipants,
  location,
  status,
  repeat,
})

/** Collects the fields that differ from the loaded ones. */
function changesOf(values: ChangedPlan, known: Edited): Partial<ChangedPlan> {
  const before = valuesOf(known)
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof ChangedPlan])
  return Object.fromEntries(Object.entries(values).filter(isChanged))
}

interface Question {
  change: Partial<ChangedPlan>
  answer: (scope: ChosenScope | undefined) => void
}

interface EditSessionFormProps {
  session: Session
  series: Series | undefined
  onDone: () => void
}

function EditSessionForm({ session, series, onDone }: EditSessionFormProps) {
  const [question, setQuestion] = useState<Question>()
  const onError = (error: unknown) =>
    notify({ title: 'Failed to update session', description: errorText(error), tone: 'destructive' })
  const update = useMutation(sessionsApi.updateSession.mutation({ touches: seriesReads, onError }))
  const updateSeries = useMutation(seriesApi.changeSeries.mutation({ touches: seriesReads, onError }))
  const offer = useMessageOffer()
  const ask = async (change: Partial<ChangedPlan>) => {
    const scope = await new Promise<ChosenScope | undefined>((answer) => setQuestion({ change, answer }))
    setQuestion(undefined)
    if (!scope) throw new Error('Nothing has been saved yet.')
    return scope
  }
  const edit = useEditForm({
    thing: { ...session, repeat: series?.repeat ?? null },
    schema: changedPlan,
    editable: valuesOf,
    save: async (values, known) => {
      const { repeat, ...change } = changesOf(values, known)
      const params = { id: known.id }
      const { updatedAt } = known
      const scope = isAsked(known, change) ? await ask({ ...change, ...(repeat ? { repeat } : {}) }) : 'this'
      if (scope === 'this') {
        await update.mutateAsync({ params, body: { ...change, updatedAt } })
        notify({ title: 'Session updated successfully', ...offer(known, change) })
      } else {
        const { status, ...rest } = change
        const cancelled = status === 'cancelled' ? { status } : {}
        const body = { ...rest, ...cancelled, ...(repeat ? { repeat } : {}), scope, updatedAt }
        const { changed } = await updateSeries.mutateAsync({ params, body })
        notify({ title: `${sessionCountText(changed)} updated successfully` })
      }
      onDone()
    },
    reread: async ({ id }) => {
      const current = await sessionsApi.getSession.call({ params: { id } })
      const { seriesId } = current
      const rule = seriesId ? await seriesApi.getSeries.call({ params: { id: seriesId } }) : undefined
      return { ...current, repeat: rule?.repeat ?? null }
    },
  })
  const { form, known } = edit
  const { status } = known
  const isOfAnother = !useLeads()(known)
  const state = useSessionState(known)
  const isLocked = isOfAnother && status === 'in-progress'
  const submit = (
    <SubmitButton needsChange isDisabled={isLocked}>
      Save session
    </SubmitButton>
  )
  return (
    <>
      <DialogFormLayout form={form} submit={submit}>
        <EditConflict edit={edit} noun="this session" />
        {isLocked && <Banner>Another instructor runs this session now. Only they or an admin can change it.</Banner>}
        {known.isSkipped && <SkippedBanner session={known} onDone={onDone} />}
        <SessionFields
          statuses={[status, ...nextStatuses(status, state)]}
          statusHelp={known.isSkipped ? 'Skipped by a holiday.' : endedHelp[status]}
          instructorName={known.instructorName}
          projectTitle={known.projectTitle}
          isOfAnother={isOfAnother}
          repetition={series && status === 'scheduled' && <RepeatFields isSeries />}
        />
        <CancellingBanner before={status} />
        {status === 'scheduled' && form.isDirty && <PlanPreview sessionId={known.id} isSingle />}
      </DialogFormLayout>
      <ScopeDialog session={known} change={question?.change} onAnswer={question?.answer} />
    </>
  )
}

/** Explains the effects of a cancellation before it is saved. */
function CancellingBanner({ before }: { before: SessionStatus }) {
  const status = useWatch({ name: 'status' }) as SessionStatus
  if (before === 'cancelled' || status !== 'cancelled') return null
  return (
    <Banner tone="warn" title="The session will be cancelled">
      Families and staff see it as cancelled in their calendars, attendance can no longer be taken, and it cannot be
      scheduled again: a new one has to be created. Who is registered stays on record.
    </Banner>
  )
}

/** Reports whether to ask for the scope: a session of a series that begins, ends or is over changes alone. */
function isAsked({ seriesId, status }: Session, { status: next }: Partial<ChangedPlan>): boolean {
  return seriesId !== null && status === 'scheduled' && (next === undefined || next === 'cancelled')
}
