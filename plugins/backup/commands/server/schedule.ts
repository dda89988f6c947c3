import { Argument, InvalidArgumentError, type Command } from 'commander'
import { JSON_FLAG, print, type OutputOptions } from '#cli/output.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { CommandRunner } from '#core/server/plugin.ts'
import { scheduleChange, type ScheduleChange, type SchedulerStatus } from '../../schedule/contract.ts'
import { changeSchedule, readSchedule, startSchedule, stopSchedule } from '../../schedule/server/schedule.ts'

interface Options extends OutputOptions {
  time?: string
  zone?: string
  keepDaily?: number
  keepWeekly?: number
  keepMonthly?: number
}

/** Parses an option by the contract of its field. */
function field<Name extends keyof ScheduleChange>(name: Name, isNumber: boolean) {
  return (value: string): ScheduleChange[Name] => {
    const result = scheduleChange.shape[name].safeParse(isNumber ? Number(value) : value)
    if (!result.success) throw new InvalidArgumentError(`${result.error.issues[0]?.message}.`)
    return result.data as ScheduleChange[Name]
  }
}

/** `backup schedule`. */
export function addSchedule(command: Command, run: CommandRunner): void {
  command
    .command('schedule')
    .description('show when backups are made and how many are kept, or change it')
    .addArgument(new Argument('[act]', 'start or stop the daily backup').choices(['start', 'stop']))
    .option('--time <hh:mm>', 'time of day, 24 hours', field('time', false))
    .option('--zone <name>', 'time zone, such as America/New_York', field('timeZone', false))
    .option('--keep-daily <count>', 'days of which the backup is kept', field('keepDaily', true))
    .option('--keep-weekly <count>', 'weeks of which one is kept', field('keepWeekly', true))
    .option('--keep-monthly <count>', 'months of which one is kept', field('keepMonthly', true))
    .option(...JSON_FLAG)
    .action((act: 'start' | 'stop' | undefined, options: Options) =>
      run(async (core) => {
        const schedule = await core.db.platform(systemActor, (scope) => change(scope, act, options))
        print(options, schedule, lines)
      }),
    )
}

async function change(scope: PlatformScope, act: 'start' | 'stop' | undefined, options: Options) {
  const { time, zone: timeZone, keepDaily, keepWeekly, keepMonthly } = options
  const given = { time, timeZone, keepDaily, keepWeekly, keepMonthly }
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(changed).length > 0) {
    const { isRunning: _running, nextRun: _next, ...before } = await readSchedule(scope)
    await changeSchedule(scope, { ...before, ...changed })
  }
  if (act === 'start') await startSchedule(scope)
  if (act === 'stop') await stopSchedule(scope)
  return readSchedule(scope)
}

function lines({ isRunning, nextRun, time, timeZone, keepDaily, keepWeekly, keepMonthly }: SchedulerStatus): string[] {
  return [
    isRunning ? `Backups are made daily at ${time} (${timeZone}); the next one is due at ${nextRun}` : 'Stopped',
    `Kept: ${keepDaily} daily, ${keepWeekly} weekly, ${keepMonthly} monthly`,
  ]
}
