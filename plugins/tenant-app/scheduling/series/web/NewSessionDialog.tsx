import { useMutation, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify, type Notification } from '#core/web/ui/feedback/notificationQueue.ts'
import { fromWallTime, toWallTime } from '#core/web/ui/fields/zonedTime.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { LoadedInDialog } from '#core/web/ui/overlays/LoadedInDialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import type { Session } from '../../sessions/contract.ts'
import type { NewSessionOfDays } from '../../sessions/meetings-contract.ts'
import { sessionStatuses } from '../../sessions/state-contract.ts'
import { SessionFields } from '../../sessions/web/SessionFields.tsx'
import { DaysFields } from '../../sessions/web/DaysFields.tsx'
import { meetingsApi, sessionsApi } from '../../sessions/web/client.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { newPlan, type NewPlan, type PlannedSeries } from '../contract.ts'
import { PlanPreview } from './PlanPreview.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { seriesApi, seriesReads } from './client.ts'
import { sessionCountText } from './seriesLabels.ts'

interface NewSessionDialogProps {
  isOpen: boolean
  /** Id of the session to copy. */
  copy: string | undefined
  onClose: () => void
}

export function NewSessionDialog({ isOpen, copy, onClose }: NewSessionDialogProps) {
  return (
    <Dialog title={copy ? 'Duplicate Session' : 'New Session'} isOpen={isOpen} onOpenChange={onClose}>
      {copy ? <Copied sessionId={copy} onDone={onClose} /> : <NewSessionForm onDone={onClose} />}
    </Dialog>
  )
}

function Copied({ sessionId, onDone }: { sessionId: string; onDone: () => void }) {
  const session = useQuery(sessionsApi.getSession({ params: { id: sessionId } }))
  return (
    <LoadedInDialog query={session} height={640}>
      {(data) => <NewSessionForm original={data} onDone={onDone} />}
    </LoadedInDialog>
  )
}

const blank = {
  name: '',
  description: '',
  projectId: null,
  instructorId: null,
  startDate: '',
  endDate: '',
  maxParticipants: 20,
  location: '',
}

/** Copies all but the students, a week later in local time, since instructor and place are taken at the same time. */
function copyOf(session: Session, zone: string): typeof blank | object {
  const { name, description, projectId, instructorId, maxParticipants, location } = session
  const later = (instant: string) => {
    const [day = '', time = ''] = toWallTime(instant, zone).split('T')
    const next = new Date(Date.parse(day) + 7 * 86_400_000).toISOString().slice(0, 10)
    return fromWallTime(`${next}T${time}`, zone)
  }
  const times = { startDate: later(session.startDate), endDate: later(session.endDate) }
  return { name, description, projectId, instructorId, maxParticipants, location, ...times }
}

function NewSessionForm({ original, onDone }: { original?: Session; onDone: () => void }) {
  const zone = useZone()
  const onError = (error: unknown) =>
    notify({ title: 'Failed to create session', description: errorText(error), tone: 'destructive' })
  const create = useMutation(sessionsApi.createSession.mutation({ touches: seriesReads, onError }))
  const createOfDays = useMutation(meetingsApi.createSessionOfDays.mutation({ touches: seriesReads, onError }))
  const createSeries = useMutation(seriesApi.createSeries.mutation({ touches: seriesReads, onError }))
  return (
    <DialogForm
      schema={newPlan}
      defaultValues={{ ...(original ? copyOf(original, zone) : blank), ...blankPlan }}
      save={async (plan: NewPlan) => {
        const { repeat, status, isTerm, days: _days, programHours: _hours, ...body } = plan
        if (repeat && !isTerm) return createSeries.mutateAsync({ body: { ...body, repeat } })
        const meetings = await chosenDays(plan)
        const { startDate: _start, endDate: _end, ...fields } = body
        if (meetings) await createOfDays.mutateAsync({ body: { ...fields, status, meetings } })
        else await create.mutateAsync({ body: { ...body, status } })
        return undefined
      }}
      saved={describeCreated}
      submit="Create session"
      onSaved={onDone}
    >
      <PlannedFields original={original} />
    </DialogForm>
  )
}

const blankPlan = { status: 'scheduled', repeat: null, isTerm: false, days: null, programHours: null } as const

/** Finds the days of a plan with its own days: those of a term, chosen ones, and days with nights. */
async function chosenDays(plan: NewPlan): Promise<NewSessionOfDays['meetings'] | undefined> {
  const { startDate, endDate, instructorId, location, repeat, days, programHours } = plan
  const isOvernight = programHours !== null
  if (repeat) {
    const { sessions } = await seriesApi.previewPlan.call({
      body: { startDate, endDate, instructorId, location, repeat },
    })
    return sessions
      .filter(({ closedFor }) => closedFor === null)
      .map((date) => ({ startsAt: date.startDate, endsAt: date.endDate, instructorId: null, programMinutes: null }))
  }
  if (days === null && !isOvernight) return undefined
  const planned = await meetingsApi.planDays.call({ body: { startDate, endDate, isOvernight } })
  if (planned.length === 0) return undefined
  return planned
    .filter(({ day, isPreselected }) => days?.includes(day) ?? isPreselected)
    .map(({ startsAt, endsAt }) => ({
      startsAt,
      endsAt,
      instructorId: null,
      programMinutes: isOvernight ? Math.round(programHours * 60) : null,
    }))
}

function describeCreated(series: PlannedSeries | undefined): Notification {
  if (!series) return { title: 'Session created successfully' }
  const { sessions, skipped, withoutInstructor } = series
  const words = [
    ...(skipped > 0 ? [`${sessionCountText(skipped)} on holidays skipped.`] : []),
    ...(withoutInstructor > 0 ? [`${sessionCountText(withoutInstructor)} without an instructor yet.`] : []),
  ]
  const description = words.join(' ')
  return { title: `${sessionCountText(sessions)} created successfully`, ...(description && { description }) }
}

function PlannedFields({ original }: { original: Session | undefined }) {
  const isSeries = useWatch({ name: 'repeat' }) !== null
  return (
    <>
      <SessionFields
        statuses={isSeries ? [] : sessionStatuses}
        instructorName={original?.instructorName}
        projectTitle={original?.projectTitle}
        repetition={
          <>
            {!isSeries && <DaysFields />}
            <RepeatFields />
          </>
        }
      />
      <PlanPreview />
    </>
  )
}
