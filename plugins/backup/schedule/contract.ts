import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { instant, timeZone } from '#core/contract/fields.ts'

const count = z.number().int()

export const scheduleChange = z.object({
  /** 24 hours, in the zone: '02:00'. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must look like 02:00'),
  timeZone: timeZone,
  keepDaily: count.min(1, 'At least 1').max(366, 'At most 366'),
  keepWeekly: count.min(0, 'At least 0').max(520, 'At most 520'),
  keepMonthly: count.min(0, 'At least 0').max(120, 'At most 120'),
})
export type ScheduleChange = z.infer<typeof scheduleChange>

/** Defaults of the daily backup (spec part 2, section 9: 2:00 AM in New York). */
export const defaultSchedule: ScheduleChange = {
  time: '02:00',
  timeZone: 'America/New_York',
  keepDaily: 14,
  keepWeekly: 8,
  keepMonthly: 12,
}

export const schedulerStatus = scheduleChange.extend({
  isRunning: z.boolean(),
  /** null while it is stopped. */
  nextRun: instant.nullable(),
})
export type SchedulerStatus = z.infer<typeof schedulerStatus>

const answer = z.object({ message: z.string() })

const superAdmin = { who: ['superadmin'], hosts: 'platform' } as const

export const scheduleContract = {
  schedulerStatus: endpoint({
    method: 'GET',
    path: '/api/admin/backup/scheduler/status',
    summary: 'Whether backups are made daily, and when the next one is',
    access: { ...superAdmin, scope: 'platform' },
    response: schedulerStatus,
  }),
  startScheduler: endpoint({
    method: 'POST',
    path: '/api/admin/backup/scheduler/start',
    summary: 'Back up daily',
    audit: 'backup.schedule-started',
    unaudited: 'What runs already goes on running',
    access: { ...superAdmin, scope: 'platform' },
    response: answer,
  }),
  stopScheduler: endpoint({
    method: 'POST',
    path: '/api/admin/backup/scheduler/stop',
    summary: 'Back up daily no more',
    audit: 'backup.schedule-stopped',
    unaudited: 'What stands still already stays so',
    access: { ...superAdmin, scope: 'platform' },
    response: answer,
  }),
  changeSchedule: endpoint({
    method: 'PUT',
    path: '/api/admin/backup/scheduler',
    summary: 'Change when the daily backup is made, and how many are kept',
    audit: 'backup.schedule-changed',
    access: { ...superAdmin, scope: 'platform' },
    body: scheduleChange,
    response: schedulerStatus,
  }),
} as const
