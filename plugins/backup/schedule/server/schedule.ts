import { CronExpressionParser } from 'cron-parser'
import { changedFields, record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { schedulerStatus, type ScheduleChange, type SchedulerStatus } from '../contract.ts'

/** The first time after `after` at which a clock in the zone shows the time; on a day that skips it, an hour later. */
export function nextRunAfter({ time, timeZone }: Pick<ScheduleChange, 'time' | 'timeZone'>, after: Date): Date {
  const [hour = '0', minute = '0'] = time.split(':')
  const parsed = CronExpressionParser.parse(`${Number(minute)} ${Number(hour)} * * *`, {
    tz: timeZone,
    currentDate: after,
  })
  return parsed.next().toDate()
}

const selectSchedule = variants({ isLocked: [true, false] }, ({ isLocked }) =>
  statement(
    schedulerStatus,
    `select is_running as "isRunning", time, time_zone as "timeZone", keep_daily as "keepDaily",
            keep_weekly as "keepWeekly", keep_monthly as "keepMonthly", next_run as "nextRun"
       from backup_schedule ${isLocked ? 'for update' : ''}`,
  ),
)

async function read({ rows }: PlatformScope, isLocked: boolean): Promise<SchedulerStatus> {
  const [schedule] = await rows(selectSchedule({ isLocked }))
  return schedule as SchedulerStatus
}

export async function readSchedule(scope: PlatformScope): Promise<SchedulerStatus> {
  return view(scope, await read(scope, false))
}

function view({ core }: PlatformScope, { nextRun, ...schedule }: SchedulerStatus): SchedulerStatus {
  if (!schedule.isRunning) return { ...schedule, nextRun: null }
  return { ...schedule, nextRun: nextRun ?? nextRunAfter(schedule, core.clock.now()).toISOString() }
}

/** Starts it, from now on: what was missed while it was stopped is not made up for. */
export async function startSchedule(scope: PlatformScope): Promise<SchedulerStatus> {
  return setRunning(scope, true)
}

export async function stopSchedule(scope: PlatformScope): Promise<SchedulerStatus> {
  return setRunning(scope, false)
}

async function setRunning(scope: PlatformScope, isRunning: boolean): Promise<SchedulerStatus> {
  const before = await read(scope, true)
  if (before.isRunning === isRunning) return view(scope, before)
  const nextRun = isRunning ? nextRunAfter(before, scope.core.clock.now()).toISOString() : null
  await scope.trx('backup_schedule').update({ isRunning, nextRun })
  await record(scope, {
    action: isRunning ? 'backup.schedule-started' : 'backup.schedule-stopped',
    category: 'system',
    severity: isRunning ? 'info' : 'warning',
    description: isRunning ? 'Started the daily backups' : 'Stopped the daily backups',
    resource: 'backup_schedule',
  })
  return view(scope, { ...before, isRunning, nextRun })
}

export async function changeSchedule(scope: PlatformScope, change: ScheduleChange): Promise<SchedulerStatus> {
  const before = await read(scope, true)
  // A change of how many are kept must not skip a run that is due.
  const moved = before.time !== change.time || before.timeZone !== change.timeZone
  const nextRun =
    before.isRunning && (moved || before.nextRun === null)
      ? nextRunAfter(change, scope.core.clock.now()).toISOString()
      : before.nextRun
  await scope.trx('backup_schedule').update({ ...change, nextRun })
  const { isRunning: _running, nextRun: _next, ...old } = before
  await record(scope, {
    action: 'backup.schedule-changed',
    category: 'system',
    description: 'Changed the schedule of the backups',
    resource: 'backup_schedule',
    ...changedFields(old, change),
  })
  return view(scope, { ...before, ...change, nextRun })
}

/**
 * Returns whether a run is due, and then sets the next one. Another node that asks at the same time waits for this
 * transaction and finds none. However many were missed while the platform was down, one is made.
 */
export async function takeDueRun(scope: PlatformScope): Promise<boolean> {
  const schedule = await read(scope, true)
  if (!schedule.isRunning) return false
  const now = scope.core.clock.now()
  const isDue = schedule.nextRun !== null && Date.parse(schedule.nextRun) <= now.getTime()
  if (isDue || schedule.nextRun === null) {
    await scope.trx('backup_schedule').update({ nextRun: nextRunAfter(schedule, now) })
  }
  return isDue
}
