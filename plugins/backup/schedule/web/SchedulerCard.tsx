import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarClock, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { serverMessage } from '#core/web/serverMessage.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { DateTime, RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { SchedulerStatus } from '../contract.ts'
import * as styles from '../../shared/web/BackupPage.css.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { scheduleText } from './scheduleText.ts'
import { scheduleApi } from './client.ts'

/** Milliseconds between reads (spec part 2, section 9). */
const REFRESH_MS = 5000

/** State of automatic backups: whether they are made, when, and how many are kept. */
export function SchedulerCard() {
  const scheduler = useQuery({
    ...scheduleApi.schedulerStatus(),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  })
  if (scheduler.data) return <Scheduler scheduler={scheduler.data} />
  return (
    <Card title="Scheduler">
      {scheduler.error ? (
        <ErrorState isFrameless error={scheduler.error} onRetry={scheduler.refetch} />
      ) : (
        <Skeleton height={184} />
      )}
    </Card>
  )
}

function Scheduler({ scheduler }: { scheduler: SchedulerStatus }) {
  const { isRunning, nextRun, keepDaily, keepWeekly, keepMonthly } = scheduler
  const { start, stop } = useSwitch()
  const [isChanging, setChanging] = useState(false)
  return (
    <Card
      title="Scheduler"
      actions={
        <span className={styles.state}>
          <Badge tone={isRunning ? 'green' : 'neutral'} hasDot={isRunning}>
            {isRunning ? 'Running' : 'Stopped'}
          </Badge>
        </span>
      }
    >
      <p className={styles.text}>
        {!isRunning && 'Automatic backups are off. '}
        {isRunning ? 'Backups' : 'Once started, backups'} run automatically daily at {scheduleText(scheduler)}.
      </p>
      <Facts
        facts={[
          ['Next run', nextRun ? <NextRun key="next" at={nextRun} /> : 'None'],
          ['Kept', `${keepDaily} daily, ${keepWeekly} weekly, ${keepMonthly} monthly`],
        ]}
      />
      <div className={styles.buttons}>
        {isRunning ? (
          <Button icon={<Square size={16} aria-hidden />} isPending={stop.isPending} onPress={() => stop.mutate()}>
            Stop
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={<Play size={16} aria-hidden />}
            isPending={start.isPending}
            onPress={() => start.mutate()}
          >
            Start
          </Button>
        )}
        <Button icon={<CalendarClock size={16} aria-hidden />} onPress={() => setChanging(true)}>
          Change schedule
        </Button>
      </div>
      <ScheduleDialog schedule={scheduler} isOpen={isChanging} onOpenChange={setChanging} />
    </Card>
  )
}

/** In the viewer's zone, which is seldom the schedule's. */
function NextRun({ at }: { at: string }) {
  return (
    <>
      <DateTime value={at} />{' '}
      <span className={styles.muted}>
        (<RelativeTime value={at} />)
      </span>
    </>
  )
}

function useSwitch() {
  const touches = [scheduleApi.schedulerStatus.key()]
  const told = (fallback: string) => (error: unknown) =>
    notify({ title: 'Scheduler Error', description: serverMessage(error, fallback), tone: 'destructive' })
  const start = useMutation(
    scheduleApi.startScheduler.mutation({
      touches,
      onSuccess: ({ message }) => notify({ title: 'Scheduler Started', description: message }),
      onError: told('Failed to start scheduler'),
    }),
  )
  const stop = useMutation(
    scheduleApi.stopScheduler.mutation({
      touches,
      onSuccess: ({ message }) => notify({ title: 'Scheduler Stopped', description: message }),
      onError: told('Failed to stop scheduler'),
    }),
  )
  return { start, stop }
}
