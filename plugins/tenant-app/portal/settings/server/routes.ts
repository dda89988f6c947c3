import { mount } from '#core/server/http/mount.ts'
import { settingsContract } from '../contract.ts'
import { getOrganizationSettings, updateOrganizationSettings } from './organization-settings.ts'

export const settingsRoutes = mount(settingsContract, {
  organizationSettings: getOrganizationSettings,
  updateOrganizationSettings,
})
