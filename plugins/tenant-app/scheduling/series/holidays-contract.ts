import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'
import { session } from '../sessions/contract.ts'
import { calendarDay } from './contract.ts'

/** Days on which the organization is closed, from the first to the last, by its calendar. */
export const holiday = z.object({ id, name: z.string(), firstDay: z.string(), lastDay: z.string(), updatedAt: instant })
export type Holiday = z.infer<typeof holiday>

const lastNotBeforeFirst = ({ firstDay, lastDay }: { firstDay: string; lastDay: string }) => lastDay >= firstDay
const LAST_BEFORE_FIRST = { message: 'The last day is not before the first', path: ['lastDay'] }

const days = { firstDay: calendarDay, lastDay: calendarDay }

const holidayFields = {
  name: requiredText(200, 'Say why the organization is closed'),
  ...days,
  /** True to skip sessions of series on these days, and to restore those that the holiday no longer covers. */
  appliesToSessions: z.boolean().default(true),
}

export const newHoliday = z.object(holidayFields).refine(lastNotBeforeFirst, LAST_BEFORE_FIRST)
export type NewHoliday = z.output<typeof newHoliday>

/** With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const holidayChange = z
  .object({ ...holidayFields, updatedAt: instant.optional() })
  .refine(lastNotBeforeFirst, LAST_BEFORE_FIRST)
export type HolidayChange = z.output<typeof holidayChange>

const affectedSession = session.pick({ id: true, name: true, startDate: true, endDate: true }).extend({
  /** Number of registered or waitlisted students. */
  registered: z.number().int(),
})

const holidayEffect = z.object({ skipped: z.array(affectedSession), restored: z.array(affectedSession) })
export type HolidayEffect = z.infer<typeof holidayEffect>

const ofHoliday = z.object({ id })

export const holidaysContract = {
  listHolidays: endpoint({
    method: 'GET',
    path: '/api/holidays',
    summary: 'Days on which the organization is closed, the latest first',
    access: staff,
    query: pagingQuery,
    response: z.array(holiday),
  }),
  previewHoliday: endpoint({
    method: 'POST',
    path: '/api/holidays/preview',
    summary: 'Which sessions of series a holiday would skip, and which would take place again',
    unaudited: 'Nothing is changed',
    access: admins,
    body: z.object({
      /** Id of the holiday to change; null for a new one. */
      holidayId: id.nullable().default(null),
      /** Its days; null to delete it. */
      days: z.object(days).refine(lastNotBeforeFirst, LAST_BEFORE_FIRST).nullable(),
    }),
    response: holidayEffect,
  }),
  createHoliday: endpoint({
    method: 'POST',
    path: '/api/holidays',
    status: 201,
    summary: 'Close the organization on some days',
    audit: 'holiday.created',
    access: admins,
    body: newHoliday,
    response: holiday,
  }),
  updateHoliday: endpoint({
    method: 'PUT',
    path: '/api/holidays/{id}',
    summary: 'Change a holiday',
    audit: 'holiday.updated',
    access: admins,
    params: ofHoliday,
    body: holidayChange,
    response: holiday,
  }),
  deleteHoliday: endpoint({
    method: 'DELETE',
    path: '/api/holidays/{id}',
    summary: 'Delete a holiday; what it skipped and is still to come takes place again',
    audit: 'holiday.deleted',
    access: admins,
    params: ofHoliday,
    response: 'none',
  }),
} as const
