import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { instant } from '#core/contract/fields.ts'
import { admins } from '../../contract.ts'

const whole = (least: number, most: number, message: string) =>
  z.number(message).int(message).min(least, message).max(most, message)

/** Settings of an organization's automatic emails. */
const settingsFields = {
  sendsDigests: z.boolean(),
  /** From 1, Monday, to 7. */
  digestWeekday: whole(1, 7, 'Please select a day'),
  /** Hour of the organization's day. */
  digestHour: whole(0, 23, 'Please select an hour'),
  /** True to ask families again for consents that end. */
  asksConsents: z.boolean(),
  /** True to ask families once a year to check a child's health data. */
  asksHealth: z.boolean(),
}

export const notificationSettings = z.object({
  ...settingsFields,
  /** null until the first change. */
  updatedAt: instant.nullable(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const notificationSettingsChange = z.object({ ...settingsFields, updatedAt: instant.nullable() }).partial()
export type NotificationSettingsChange = z.output<typeof notificationSettingsChange>

export const notificationsContract = {
  notificationSettings: endpoint({
    method: 'GET',
    path: '/api/notifications/settings',
    summary: 'Emails that the organization sends automatically, and when',
    access: admins,
    response: notificationSettings,
  }),
  updateNotificationSettings: endpoint({
    method: 'PUT',
    path: '/api/notifications/settings',
    summary: 'Choose the emails that the organization sends automatically, and when',
    audit: 'notifications.settings-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: admins,
    body: notificationSettingsChange,
    response: notificationSettings,
  }),
} as const
