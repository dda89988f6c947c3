import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { Session } from '../../sessions/contract.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { ChangedPlan, SeriesEffect, SeriesScope } from '../contract.ts'
import { DayList } from './DayList.tsx'
import { seriesApi } from './client.ts'
import { sessionCountText, shortTimeText, troublesText, wallText } from './seriesLabels.ts'

export type ChosenScope = 'this' | SeriesScope

interface ScopeDialogProps {
  session: Session
  /** Change to save; undefined while the dialog is closed. */
  change: Partial<ChangedPlan> | undefined
  /** Called with the scope; undefined to cancel the change. */
  onAnswer: ((scope: ChosenScope | undefined) => void) | undefined
}

/** Asks for the scope of a change of a series, and previews its effect. */
export function ScopeDialog({ session, change, onAnswer }: ScopeDialogProps) {
  const isCancelling = change?.status === 'cancelled'
  return (
    <Dialog
      title={isCancelling ? 'Cancel which sessions?' : 'Change which sessions?'}
      help={`${session.name} is part of a series.`}
      isOpen={change !== undefined}
      onOpenChange={() => onAnswer?.(undefined)}
    >
      {change && onAnswer && <Choice session={session} change={change} onAnswer={onAnswer} />}
    </Dialog>
  )
}

interface ChoiceProps {
  session: Session
  change: Partial<ChangedPlan>
  onAnswer: (scope: ChosenScope | undefined) => void
}

function Choice({ session, change, onAnswer }: ChoiceProps) {
  const isCancelling = change.status === 'cancelled'
  const isRule = Boolean(change.repeat)
  const [scope, setScope] = useState<ChosenScope>(isRule ? 'following' : 'this')
  const { repeat, status: _, ...rest } = change
  const body = {
    ...rest,
    ...(repeat ? { repeat } : {}),
    ...(isCancelling ? { status: 'cancelled' as const } : {}),
    scope: scope === 'this' ? ('all' as const) : scope,
    updatedAt: session.updatedAt,
  }
  const effect = useQuery({
    queryKey: ['api', 'series', 'change', session.id, body],
    queryFn: ({ signal }) => seriesApi.previewSeriesChange.call({ params: { id: session.id }, body }, signal),
    enabled: scope !== 'this',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const options = [
    // A rule always applies to several sessions.
    ...(isRule ? [] : [{ id: 'this' as const, label: 'This session' }]),
    { id: 'following' as const, label: 'This and following' },
    { id: 'all' as const, label: 'All sessions', description: 'Those that have begun or have attendance stay' },
  ]
  const isUnknown = scope !== 'this' && !effect.data
  return (
    <>
      <DialogBody>
        <RadioGroup label="Apply to" options={options} value={scope} onChange={setScope} />
        {scope !== 'this' && effect.error && <Banner tone="error">{errorText(effect.error)}</Banner>}
        {isUnknown && !effect.error && <Skeleton height={64} />}
        {scope !== 'this' && effect.data && <Effect effect={effect.data} isCancelling={isCancelling} />}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Back</Button>
        <Button
          variant={isCancelling ? 'danger' : 'primary'}
          isDisabled={isUnknown && !effect.error}
          onPress={() => onAnswer(scope)}
        >
          {isCancelling ? 'Cancel sessions' : 'Save changes'}
        </Button>
      </DialogFooter>
    </>
  )
}

function Effect({ effect, isCancelling }: { effect: SeriesEffect; isCancelling: boolean }) {
  const zone = useZone()
  const { changed, kept, appearing, vanishing, troubled, nonexistent } = effect
  const at = (session: { startDate: string }, words = '') => ({
    key: session.startDate,
    words: `${shortTimeText(session.startDate, zone)}${words}`,
  })
  return (
    <>
      <Banner>
        {sessionCountText(changed)} {isCancelling ? 'will be cancelled' : 'will change'}
        {kept > 0 && `; ${kept} that ${kept === 1 ? 'has' : 'have'} begun, attendance or been cancelled will stay`}.
      </Banner>
      {vanishing.length > 0 && (
        <Banner tone="warn" title={`${sessionCountText(vanishing.length)} will go`}>
          <DayList days={vanishing.map((one) => at(one, registeredText(one)))} />
        </Banner>
      )}
      {appearing.length > 0 && (
        <Banner title={`${sessionCountText(appearing.length)} will be added`}>
          <DayList days={appearing.map((one) => at(one, troublesText(one) && `: ${troublesText(one)}`))} />
        </Banner>
      )}
      {troubled.length > 0 && (
        <Banner tone="warn" title="Something is in the way">
          <DayList days={troubled.map((one) => at(one, `: ${troublesText(one)}`))} />
        </Banner>
      )}
      {nonexistent.length > 0 && (
        <Banner tone="warn">
          Daylight saving skips {nonexistent.map(wallText).join('; ')}: there is no session then.
        </Banner>
      )}
    </>
  )
}

/** Formats as `: 3 registered (Ada King, Ben King and 1 more)`. */
function registeredText({ registered, students }: SeriesEffect['vanishing'][number]): string {
  if (registered === 0) return ''
  const more = registered > students.length ? ` and ${registered - students.length} more` : ''
  return `: ${registered} registered (${students.join(', ')}${more})`
}
