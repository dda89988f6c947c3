import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { instant } from '#core/contract/fields.ts'
import { admins } from '../../contract.ts'

const whole = (least: number, most: number, message: string) =>
  z.number(message).int(message).min(least, message).max(most, message)

/** Settings of the emails that an organization sends by itself. */
const settingsFields = {
  sendsDigests: z.boolean(),
  /** From 1, Monday, to 7. */
  digestWeekday: whole(1, 7, 'Please select a day'),
  /** Hour of the organization's day. */
  digestHour: whole(0, 23, 'Please select an hour'),
  /** Families are asked again for consents that end. */
  asksConsents: z.boolean(),
  /** Families are asked once a year whether what is known about a child's health still holds. */
  asksHealth: z.boolean(),
}

export const notificationSettings = z.object({
  ...settingsFields,
  /** null: never changed. */
  updatedAt: instant.nullable(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

/** Only what is sent changes. With `updatedAt` as it was read, a change by somebody else in between is a conflict. */
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
