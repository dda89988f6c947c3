import { mount } from '#core/server/http/mount.ts'
import { notificationsContract } from '../contract.ts'
import { getNotificationSettings, updateNotificationSettings } from './settings.ts'

export const notificationsRoutes = mount(notificationsContract, {
  notificationSettings: getNotificationSettings,
  updateNotificationSettings,
})
